/** Calls beyond spec §7: who may make them, and the fields that they take. */
type Authorization = 'everybody' | 'token';
export type Call = [call: string, auth: Authorization, fields?: string];

/** The calls of contract §10: what keeps the firm and applicants in touch. */
export const TOUCH_CALLS: readonly Call[] = [
  ['POST /programs/{id}/announce', 'token', 'at preview'],
  ['DELETE /programs/{id}/announce', 'token'],
  ['POST /programs/{id}/end', 'token', 'title retention_months preview'],
  ['DELETE /programs/{id}/end', 'token', 'reason'],
  ['GET /programs/{id}/archive', 'token'],
  ['GET /programs/{id}/archive/{part}.zip', 'token'],
  ['GET /proposals/{id}/requests', 'token'],
  ['POST /proposals/{id}/requests', 'token', 'text fields due_at'],
  [
    'POST /proposals/admin/on-behalf',
    'token',
    'program_id received_at reason applicant_id first_name',
  ],
  ['PATCH /proposals/{id}/on-behalf', 'token', 'reason received_at business_name'],
  ['POST /proposals/{id}/withdrawal', 'token', 'reason'],
  ['DELETE /proposals/{id}/withdrawal', 'token', 'reason'],
  ['POST /proposals/{id}/requests/{request_id}/answer', 'token'],
  ['DELETE /proposals/{id}/requests/{request_id}', 'token'],
  ['GET /proposals/{id}/versions', 'token'],
  ['GET /proposals/{id}/messages', 'token'],
  ['POST /proposals/{id}/messages', 'token', 'text'],
  ['GET /programs/{id}/extensions', 'token'],
  ['POST /programs/{id}/extensions', 'token', 'email until reason'],
  ['DELETE /programs/{id}/extensions/{extension_id}', 'token'],
  ['GET /labels/', 'token'],
  ['POST /labels/', 'token', 'name colour'],
  ['PATCH /labels/{id}', 'token', 'name colour'],
  ['DELETE /labels/{id}', 'token'],
  ['GET /mailings/', 'token'],
  ['POST /mailings/', 'token', 'filter ids drafts_of subject text preview send_at'],
  ['GET /mailings/{id}', 'token'],
  ['GET /mailings/{id}/people', 'token'],
  ['DELETE /mailings/{id}', 'token'],
  ['GET /mail-templates/', 'token'],
  ['POST /mail-templates/', 'token', 'name subject text kind'],
  ['GET /mail-templates/{id}', 'token'],
  ['PATCH /mail-templates/{id}', 'token', 'name subject text kind'],
  ['DELETE /mail-templates/{id}', 'token'],
];

/** Those of contract §6 and §8 that were added to what the specification has. */
export const OFFICE_CALLS: readonly Call[] = [
  ['GET /notice', 'everybody'],
  ['PUT /notice', 'token', 'text until'],
  ['DELETE /notice', 'token'],
  ['DELETE /testimonials/{id}', 'token'],
  ['DELETE /contact_forms/{id}', 'token'],
  ['POST /contact_forms/{id}/answer', 'token', 'text'],
];
