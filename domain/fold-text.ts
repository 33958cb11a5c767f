/** Lower case and without accents, also for Ɛ, Ɔ and Ŋ: what search compares (contract.md section 3, `q`). */
export function foldText(value: string): string {
  return value
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ɛ', 'e')
    .replaceAll('ɔ', 'o')
    .replaceAll('ŋ', 'n');
}
