/** What a paste means stays, wherever it was copied. */
import { expect, openAs, test } from '../fixtures.ts';
import { RichTextPage } from '../pages/rich-text.ts';

type Paste = { from: string; html: string; becomes: string[] };

const PASTES: Paste[] = [
  {
    from: 'Google Docs',
    html: `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400;font-style:normal;white-space:pre-wrap;">We sell </span><span style="font-weight:700;font-style:normal;white-space:pre-wrap;">shea butter</span><span style="font-weight:400;font-style:italic;white-space:pre-wrap;"> in jars</span></p><div dir="ltr"><table><tbody><tr><td><p dir="ltr"><span>Year</span></p></td><td><p dir="ltr"><span>Revenue</span></p></td></tr></tbody></table></div></b>`,
    becomes: [
      '<p>We sell <strong>shea butter</strong><em> in jars</em></p>',
      '<p>Year | Revenue</p>',
    ],
  },
  {
    from: 'web mail',
    html: `<div><span style="font-family:Calibri;font-weight:bold">Important:</span> we start on <span style="font-style:oblique">Monday</span>.</div>`,
    becomes: ['<p><strong>Important:</strong> we start on <em>Monday</em>.</p>'],
  },
  {
    from: 'a chat',
    html: `<div style="white-space: pre-wrap;">First line\nSecond line\n\nThird</div>`,
    becomes: ['<p>First line<br>Second line<br><br>Third</p>'],
  },
  {
    from: 'a spreadsheet',
    html: `<google-sheets-html-origin><table><tbody><tr><td style="font-weight:bold;">Year</td><td>Revenue</td><td>Cost</td></tr><tr><td>2025</td><td></td><td>900</td></tr></tbody></table>`,
    becomes: ['<p><strong>Year</strong> | Revenue | Cost</p>', '<p>2025 | – | 900</p>'],
  },
  {
    from: 'Word',
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><table class=MsoTableGrid><tr><td><p class=MsoNormal><b>Year<o:p></o:p></b></p></td><td><p class=MsoNormal>Cost<o:p></o:p></p></td></tr></table></body></html>`,
    becomes: ['<p><strong>Year</strong> | Cost</p>'],
  },
  {
    from: 'a page that is laid out by a table',
    html: `<table><tr><td><p>One</p><p>Two</p></td></tr></table>`,
    becomes: ['<p>One</p>', '<p>Two</p>'],
  },
];

test('weight, slant, lines and rows of a paste stay @phone', async ({ page, backstage }) => {
  const text = new RichTextPage(page);
  await openAs(page, await backstage.admin(), '/dashboard/admin/manage-proposals/create');
  const sent = page.locator('input[type="hidden"][name="description"]');
  for (const { from, html, becomes } of PASTES) {
    await text.paste(html);
    for (const line of becomes)
      await expect.poll(() => sent.inputValue(), { message: from }).toContain(line);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await expect(text.editor).toHaveText('');
  }
});

test('what a chat marks and the columns of plain text stay, and a picture is told of @phone', async ({
  page,
  backstage,
}) => {
  const text = new RichTextPage(page);
  await openAs(page, await backstage.admin(), '/dashboard/admin/manage-proposals/create');
  const sent = page.locator('input[type="hidden"][name="description"]');
  await text.paste(
    '*What we sell:* shea _butter_, 2 * 3 * 4 jars & <more>\n\nYear\tSales\tCost\n2025\t\t900',
    'text/plain',
  );
  await expect
    .poll(() => sent.inputValue())
    .toBe(
      '<p><strong>What we sell:</strong> shea <em>butter</em>, 2 * 3 * 4 jars &amp; &lt;more&gt;</p><p>Year | Sales | Cost</p><p>2025 | – | 900</p>',
    );
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await text.paste('<p>Our shop <img src="data:image/png;base64,AA=="> in Tamale</p>');
  await expect(text.editor).toHaveText('Our shop in Tamale');
  await text.expectMessage('Pictures can’t be pasted here. The text was kept.');
});
