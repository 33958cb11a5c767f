/** Turns a failure into a line for the operator, by a table of rules. */

/** What errors of Node, SQLite, PostgreSQL and S3 say of themselves; empty where one does not. */
export type Fault = {
  /** The code of a system error, or PostgreSQL's own. */
  code: string;
  /** SQLite's own number, without its details. */
  sqliteCode: number;
  /** Of an S3 service: its word for the error. */
  name: string;
  /** Of an S3 service: the HTTP status. */
  status: number;
  message: string;
  path: string;
  syscall: string;
  address: string;
  port: number;
};

/** Whether it is about this fault, and the line, or what makes it. */
export type Rule = readonly [
  matches: (fault: Fault) => boolean,
  says: string | ((fault: Fault) => string),
];

type Given = Partial<Record<keyof Fault | 'errcode' | 'Code', unknown>> & {
  $metadata?: { httpStatusCode?: number };
};

export function faultOf(error: unknown): Fault {
  // Not spread: the message of an error is no property of its own.
  const given: Given = Object(error);
  const textOf = (value: unknown) => String(value ?? '');
  return {
    code: textOf(given.code),
    sqliteCode: Number(given.errcode ?? 0) & 0xff,
    name: textOf(given.Code ?? given.name),
    status: given.$metadata?.httpStatusCode ?? 0,
    message: textOf(given.message) || String(error),
    path: textOf(given.path),
    syscall: textOf(given.syscall),
    address: textOf(given.address),
    port: Number(given.port ?? 0),
  };
}

/** What the first rule that matches says; undefined if none does. */
export function explain(error: unknown, rules: readonly Rule[]): string | undefined {
  const fault = faultOf(error);
  const says = rules.find(([matches]) => matches(fault))?.[1];
  return typeof says === 'function' ? says(fault) : says;
}
