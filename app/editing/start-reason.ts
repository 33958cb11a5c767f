/**
 * The texts after a template was chosen, or none: then what the person had written is there again.
 */
export function startReason(
  templates: readonly { id: string; text: string }[],
  id: string,
  { reason = '', own = '' }: { reason?: string | undefined; own?: string | undefined },
): { reason: string; own: string } {
  const written = templates.some(({ text }) => text === reason) ? own : reason;
  return { reason: templates.find((one) => one.id === id)?.text ?? written, own: written };
}
