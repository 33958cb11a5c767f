/** The path of the API: screens call it there, the server mounts it there. */
export const API_BASE = '/api/v1';
