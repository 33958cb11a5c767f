/** A program that asks for a file: photographs become one PDF on the phone, and go to a bucket. */
import { PDFDocument } from 'pdf-lib';
import { picture } from '../image-samples.ts';
import { makePdf } from '../pdf-samples.ts';
import { expect, openAs, test } from './fixtures.ts';
import { submitPath } from './pages/filled-proposal.ts';
import { pdfFile, ProposalForm } from './pages/proposals.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

const LABEL = 'Registration certificate';

/** As phones take them: lying on the side, with the place in the file. */
async function photo(name: string) {
  const file = await picture({ width: 1600, height: 1200, orientation: 6 });
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(await file.arrayBuffer()) };
}

test(
  'four photographs become a PDF that is seen, sent, kept and replaced',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const questions = [{ kind: 'file', label: LABEL, help: 'All pages of it.', is_required: true }];
    const program = await backstage.createProgram({ questions });
    await openAs(page, await backstage.createApplicant(), submitPath(program));
    const form = new ProposalForm(page);
    const field = page.getByLabel(new RegExp(`^${LABEL}`));
    const shots = await Promise.all(['1.jpg', '2.jpg', '3.jpg', '4.jpg'].map(photo));
    await form.fillIn({ name: 'Ada Salt', location: 'Ada Foah' });
    await form.openStep('Questions');

    await test.step('pictures become one PDF, whose size is seen before it is sent', async () => {
      await field.setInputFiles([shots[0]!, pdfFile('deck.pdf', await makePdf())]);
      await form.expectMessage('Choose either one PDF or pictures.');
      await field.setInputFiles({ ...shots[0]!, buffer: Buffer.from('no picture') });
      await form.expectMessage('1.jpg cannot be shown here');
      await field.setInputFiles(shots.slice(0, 3));
      await expect(page.getByText(`${LABEL}.pdf`).first()).toBeVisible();
      const chooser = page.waitForEvent('filechooser');
      await form.press('Add pictures');
      await (await chooser).setFiles(shots[3]!);
      await expect(page.getByText('A PDF of 4 pictures.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Upload this PDF' })).toBeVisible();
      await inspect('file-question-made');
      await form.press('Upload this PDF');
      await expect(page.getByText('Uploaded and checked').first()).toBeVisible();
    });

    await test.step('it is checked, and submitted with the documents', async () => {
      const pdf = pdfFile('deck.pdf', await makePdf({ pages: 2 }));
      await form.openStep('Documents');
      await form.choose({ pitchDeck: pdf, financials: pdf });
      await form.expectReady();
      await form.check();
      await form.expectMessage(`${LABEL}.pdf`);
      await inspect('file-question-check');
      await form.press('Submit proposal');
      await expect(page).toHaveURL(/view-proposal/);
    });

    await test.step('it is one readable PDF: upright, without the place', async () => {
      await form.press(`Request Download Link: ${LABEL}`);
      const link = page.getByRole('link', { name: `Download: ${LABEL}` });
      const answer = await page.request.get((await link.getAttribute('href'))!);
      const bytes = await answer.body();
      const pdf = await PDFDocument.load(new Uint8Array(bytes));
      const sizes = pdf.getPages().map((one) => one.getSize());
      expect(sizes).toHaveLength(4);
      for (const { width, height } of sizes) expect(height).toBeGreaterThan(width);
      expect(bytes.includes('SECRET-PLACE') || bytes.includes('Exif')).toBe(false);
      await inspect('file-question-own');
    });

    await test.step('an edit replaces it', async () => {
      await form.follow('Edit');
      await field.setInputFiles(pdfFile('new scan.pdf', await makePdf({ pages: 3 })));
      await inspect('file-question-edit');
      await form.press('Save changes');
      await form.expectMessage('Proposal updated successfully!');
      await expect(page.getByText('new scan.pdf').first()).toBeVisible();
    });
  },
);
