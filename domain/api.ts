/** Where the API lives: screens call it there, the server mounts and links it there. */
export const API_BASE = '/api/v1';
