import { randomBytes } from 'node:crypto';
import { DAY_MS } from '#domain/constants.ts';
import type { Question } from '#domain/questions/schema.ts';
import { askPatiently } from '../patient-fetch.ts';
import { makePdf } from '../pdf-samples.ts';
import { retryFor } from '../servers/ports.ts';
import type { Mailbox } from './mailbox.ts';
import type { RealServer } from './real-server.ts';

export type Person = { email: string; password: string; firstName: string; lastName: string };
export type SignedIn = Person & { token: string };
export type NamedItem = { id: string; title: string };
/** A program, with its own questions if it asks any. */
type ProgramItem = NamedItem & { questions?: Question[] };
type Body = { token?: string; json?: unknown; data?: FormData; form?: Record<string, string> };

const SAMPLE_PASSWORD = 'Akwaaba-2026!';

/** Unique in every run, and findable by search. */
export const newName = (noun: string): string => `${noun} ${randomBytes(4).toString('hex')}`;

/** `days` from now, as the API expects it. */
export const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** Half of what a session lasts: whoever gets it can still use it for as long. */
const SESSION_MS = 900_000;

/** For what the server does in the background, however busy the machine is. */
export const PATIENCE_MS = 300_000;

/** Sets up through the API what a journey needs but does not test. */
export class Backstage {
  private readonly url: string;
  private readonly mailbox: Mailbox;
  private firstAdmin: Promise<SignedIn> | undefined;
  /** By the clock of the server. */
  private firstAdminUntil = 0;
  private passedMs = 0;
  private readonly moveClock: RealServer['passTime'];

  constructor(url: string, mailbox: Mailbox, moveClock: RealServer['passTime'] = async () => {}) {
    this.url = url;
    this.mailbox = mailbox;
    this.moveClock = moveClock;
  }

  /** One call, made again while the server is overloaded; throws if it is refused. */
  async call<T = undefined>(method: string, path: string, body: Body = {}): Promise<T> {
    const { status, text } = await askPatiently(() =>
      fetch(`${this.url}/api/v1${path}`, { method, ...contentOf(body) }),
    );
    if (status >= 400) throw new Error(`${method} ${path} answers ${status}: ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  }

  /** A registered applicant who is not signed in. */
  async register(): Promise<Person> {
    const person = {
      email: `${newName('ama').replace(' ', '.')}@example.com`,
      password: 'Trombone-7-Hats',
      firstName: 'Ama',
      lastName: 'Mensah',
    };
    const { email, password, firstName, lastName } = person;
    const place = {
      phone_number: '0241112222',
      city: 'Kumasi',
      digital_address: 'AK-039-5028',
      region: 'Ashanti',
    };
    await this.call('POST', '/auth/register', {
      json: {
        ...place,
        email,
        password,
        confirm_password: password,
        first_name: firstName,
        last_name: lastName,
      },
    });
    return person;
  }

  async signIn<P extends Person>(person: P): Promise<P & { token: string }> {
    await this.call('POST', '/auth/login', {
      form: { username: person.email, password: person.password },
    });
    const otp = await this.mailbox.readCode(person.email);
    const { access_token: token } = await this.call<{ access_token: string }>(
      'POST',
      '/auth/verify-otp',
      { json: { email: person.email, otp } },
    );
    return { ...person, token };
  }

  async createApplicant(): Promise<SignedIn> {
    return this.signIn(await this.register());
  }

  /** The sample admin, signed in as rarely as possible: an account gets ten codes an hour. */
  admin(): Promise<SignedIn> {
    const now = Date.now() + this.passedMs;
    if (!this.firstAdmin || now > this.firstAdminUntil) {
      this.firstAdmin = this.signIn(SAMPLE_ADMIN);
      this.firstAdminUntil = now + SESSION_MS;
    }
    return this.firstAdmin;
  }

  /** An account of the firm. */
  async createAdmin(role: 'admin' | 'editor' | 'viewer' = 'admin'): Promise<SignedIn> {
    const person = {
      email: `${newName('kofi').replace(' ', '.')}@example.com`,
      password: 'Trombone-7-Hats',
      firstName: 'Kofi',
      lastName: 'Asante',
    };
    const json = {
      email: person.email,
      password: person.password,
      first_name: 'Kofi',
      last_name: 'Asante',
      phone_number: '0241112222',
      city: 'Accra',
      digital_address: 'GA-183-8164',
      region: 'Greater Accra',
      role,
    };
    await this.call('POST', '/auth/admin/create', { token: (await this.admin()).token, json });
    return this.signIn(person);
  }

  /** Open for thirty days by default. */
  async createProgram(
    input: {
      title?: string;
      sector?: string;
      deadline_date?: string;
      opens_at?: string;
      amount_text?: string;
      questions?: readonly unknown[];
    } = {},
  ): Promise<ProgramItem> {
    const json = {
      title: newName('Program'),
      description: '<p>For farms that process what they grow.</p>',
      sector: 'Agriculture',
      deadline_date: inDays(30),
      ...input,
    };
    return this.call<ProgramItem>('POST', '/programs/', {
      token: (await this.admin()).token,
      json,
    });
  }

  /** The whole list, as an admin sends it. */
  async changeQuestions(program: NamedItem, questions: unknown[]): Promise<void> {
    const { token } = await this.admin();
    await this.call('PATCH', `/programs/${program.id}`, { token, json: { questions } });
  }

  async moveDeadline(program: NamedItem, deadline_date: string): Promise<void> {
    await this.call('PATCH', `/programs/${program.id}`, {
      token: (await this.admin()).token,
      json: { deadline_date },
    });
  }

  /** `pitchDeck` is a PDF; without one both documents are the same small one. */
  async submitProposal(
    { token }: SignedIn,
    program: NamedItem,
    {
      title = newName('Business'),
      description = '',
      pitchDeck,
      answers = {},
    }: { title?: string; description?: string; pitchDeck?: Buffer; answers?: object } = {},
  ): Promise<NamedItem> {
    const data = new FormData();
    for (const [name, value] of Object.entries({
      program_id: program.id,
      business_name: title,
      business_location: 'Tamale, Northern',
      business_description: description,
      answers: JSON.stringify(answers),
    }))
      data.set(name, value);
    const pdf = await makePdf();
    const documents = { pitch_deck: pitchDeck ?? pdf, financials: pdf };
    for (const [kind, bytes] of Object.entries(documents))
      data.set(kind, new File([new Uint8Array(bytes)], `${kind}.pdf`, { type: 'application/pdf' }));
    const { id } = await this.call<{ id: string }>('POST', '/proposals/', { token, data });
    return { id, title };
  }

  /** Of a new applicant to a new program. */
  async createProposal(): Promise<NamedItem> {
    return this.submitProposal(await this.createApplicant(), await this.createProgram());
  }

  listProposals({ token }: SignedIn): Promise<{ id: string; business_name: string }[]> {
    return this.call('GET', '/proposals/', { token });
  }

  /** Resolves once the applicant has heard of it. */
  async review(proposal: NamedItem, input: Record<string, string>): Promise<void> {
    const data = new FormData();
    for (const [name, value] of Object.entries(input)) data.set(name, value);
    const { token } = await this.admin();
    await this.call('PATCH', `/proposals/${proposal.id}/admin`, { token, data });
    if ((await this.undoSeconds(proposal)) > 0) await this.passUndo(proposal);
  }

  /** Moves the clock of the server on, without anybody waiting for it. */
  async passTime(seconds: number): Promise<void> {
    await this.moveClock(seconds);
    this.passedMs += seconds * 1000;
  }

  /**
   * Waits for a decision, and lets the time pass in which it can be undone: then the applicant has
   * heard of it.
   */
  async passUndo(proposal: Pick<NamedItem, 'id'>): Promise<void> {
    const seconds = await retryFor(PATIENCE_MS, async () => {
      const left = await this.undoSeconds(proposal);
      if (left === 0) throw new Error('Nothing was decided that can be undone');
      return left;
    });
    await this.passTime(seconds);
    await retryFor(PATIENCE_MS, async () => {
      if ((await this.undoSeconds(proposal)) > 0)
        throw new Error('The applicant has not heard of it yet');
    });
  }

  private async undoSeconds({ id }: Pick<NamedItem, 'id'>): Promise<number> {
    const { token } = await this.admin();
    const path = `/proposals/${id}/admin?peek=true`;
    return (await this.call<{ undo_seconds: number }>('GET', path, { token })).undo_seconds;
  }

  logOut({ token }: SignedIn): Promise<undefined> {
    return this.call('POST', '/auth/logout', { token });
  }
}

/** The sample accounts. */
export const SAMPLE_ADMIN: Person = {
  email: 'admin@example.com',
  password: SAMPLE_PASSWORD,
  firstName: 'Esi',
  lastName: 'Admin',
};

function contentOf({ token, json, data, form }: Body): RequestInit {
  const authorization = token && { Authorization: `Bearer ${token}` };
  if (json !== undefined)
    return {
      headers: { ...authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify(json),
    };
  return {
    headers: { ...authorization },
    body: data ?? (form && new URLSearchParams(form)) ?? null,
  };
}
