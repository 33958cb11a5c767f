import { expect, type Locator } from '@playwright/test';
import { Screen } from './screen.ts';

/** As Word puts it on the clipboard: lists are paragraphs, and everything has its own style. */
export const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {margin:0cm}</style></head><body><!--StartFragment-->
<h1 style='color:#2F5496'>What we fund<o:p></o:p></h1>
<p class=MsoNormal style='margin-left:0cm'><u>Processing</u> and <s>storage</s>, see <a href="https://example.com/rules">the rules</a>.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Cold rooms<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New";mso-list:Ignore'>o<span>&nbsp;&nbsp; </span></span><![endif]>Solar ones<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp; </span></span><![endif]>Register<o:p></o:p></p>
<!--EndFragment--></body></html>`;

/** The editor of a form that has one. */
export class RichTextPage extends Screen {
  get editor(): Locator {
    return this.page.locator('[contenteditable="true"]');
  }

  async paste(content: string, type: 'text/html' | 'text/plain' = 'text/html'): Promise<void> {
    await this.editor.click();
    await this.page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('${type}', ${JSON.stringify(content)});
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(paste);
    })()`);
  }

  /** What WORD must be turned into. */
  async expectWord(): Promise<void> {
    await expect(this.editor.locator('h2')).toHaveText('What we fund');
    await expect(this.editor.locator('a[href="https://example.com/rules"]')).toHaveText(
      'the rules',
    );
    await expect(this.editor.locator('ul > li > p').first()).toHaveText('Cold rooms');
    await expect(this.editor.locator('ul ul > li')).toHaveText('Solar ones');
    await expect(this.editor.locator('ol > li')).toHaveText('Register');
    await expect(this.editor.locator('u, s')).toHaveCount(0);
  }
}
