const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether this is a valid id; PostgreSQL refuses to compare anything else. */
export const isId = (value: string): boolean => UUID.test(value);
