/** What a step's picture shows: a phone with one thing marked. */
export type StepPicture =
  /** A document, with the control to press. */
  | { kind: 'document'; press: 'dots' | 'bar' | 'camera' }
  /** A menu, with the entry to press. */
  | { kind: 'menu'; entries: readonly [string, string, string]; press: 0 | 1 | 2 }
  /** A page of paper before the camera. */
  | { kind: 'paper' }
  /** A button at the bottom of the screen. */
  | { kind: 'button'; label: string }
  /** A large picture beside a small one. */
  | { kind: 'photos' };

export type Step = { text: string; picture: StepPicture };

export type Guide = {
  /** Of its address, #{id}. */
  id: string;
  title: string;
  steps: readonly [Step, Step, Step];
  note?: string;
};

/** How to make a PDF on a phone, how to make one smaller, and what to do if we refuse one. */
export const makingPdf = {
  lead: 'Save your pitch deck as one PDF and your financials as another. You can do both on your phone, free of charge.',
  contents: 'On this page',

  ways: [
    {
      id: 'google',
      title: 'From Google Docs, Slides or Sheets',
      steps: [
        {
          text: 'Open the document and tap the three dots.',
          picture: { kind: 'document', press: 'dots' },
        },
        {
          text: 'Tap Share & export, then Save as.',
          picture: { kind: 'menu', entries: ['Find', 'Share & export', 'Details'], press: 1 },
        },
        {
          text: 'Choose PDF Document and tap OK.',
          picture: { kind: 'menu', entries: ['PDF Document', 'Word', 'Plain text'], press: 0 },
        },
      ],
      note: 'These apps open Word, PowerPoint and Excel files too.',
    },
    {
      id: 'print',
      title: 'From Word, PowerPoint, Excel or any app that can print',
      steps: [
        {
          text: 'Open the file, tap the three dots or File, then Print.',
          picture: { kind: 'menu', entries: ['Save', 'Share', 'Print'], press: 2 },
        },
        {
          text: 'In the list of printers, choose Save as PDF.',
          picture: { kind: 'menu', entries: ['Save as PDF', 'Printer', 'More'], press: 0 },
        },
        {
          text: 'Tap the PDF button and choose a folder, such as Downloads.',
          picture: { kind: 'button', label: 'PDF' },
        },
      ],
      note: 'On an iPhone: tap Share, Print, then Share again, and Save to Files.',
    },
    {
      id: 'wps',
      title: 'From WPS Office',
      steps: [
        {
          text: 'Open the file and tap Tools at the bottom.',
          picture: { kind: 'document', press: 'bar' },
        },
        {
          text: 'Tap File, then Export to PDF.',
          picture: { kind: 'menu', entries: ['Save as', 'Export to PDF', 'Print'], press: 1 },
        },
        {
          text: 'Choose a folder and tap Export to PDF again.',
          picture: { kind: 'button', label: 'Export to PDF' },
        },
      ],
    },
    {
      id: 'paper',
      title: 'From paper, such as a cash book',
      steps: [
        {
          text: 'Open Google Drive and tap the camera button.',
          picture: { kind: 'document', press: 'camera' },
        },
        {
          text: 'Lay the page flat in daylight and take a picture of it. Add the other pages to the same scan.',
          picture: { kind: 'paper' },
        },
        {
          text: 'Tap Save and give the file a name.',
          picture: { kind: 'button', label: 'Save' },
        },
      ],
      note: 'On an iPhone: start a new note in Notes, tap the paper clip or the camera, then Scan Documents.',
    },
  ] satisfies readonly Guide[],

  smaller: {
    id: 'smaller',
    title: 'Making a PDF smaller',
    text: 'Photos make a PDF large: one photo can be bigger than a hundred pages of text. A smaller file also uploads faster and costs you less data.',
    steps: [
      {
        text: 'Replace your photos. Open each one full screen, take a screenshot, and use the screenshot in your document instead.',
        picture: { kind: 'photos' },
      },
      {
        text: 'Scan paper in black and white: tap Filter before you save the scan.',
        picture: { kind: 'menu', entries: ['Colour', 'Greyscale', 'Black & white'], press: 2 },
      },
      {
        text: 'Print the PDF to a new one: open it, tap Print, and choose Save as PDF. Keep the smaller of the two.',
        picture: { kind: 'menu', entries: ['Save as PDF', 'Printer', 'More'], press: 0 },
      },
    ],
    note: 'Be careful with websites that shrink files: you would be giving your figures to people you do not know.',
  } satisfies Guide & { text: string },

  refused: {
    id: 'refused',
    title: 'If your file is refused',
    cases: [
      {
        title: 'It isn’t a PDF',
        text: 'Renaming a file does not make it a PDF. Open it in its app and use one of the ways above.',
      },
      {
        title: 'It is too large',
        text: 'See how to make a PDF smaller, above.',
      },
      {
        title: 'It asks for a password',
        text: 'Open it with the password, tap Print, choose Save as PDF, and upload the new file.',
      },
      {
        title: 'It is empty, incomplete or damaged',
        text: 'It was probably not saved or downloaded completely. Open it: if you cannot read every page, make the PDF again.',
      },
      {
        title: 'A virus was found in it',
        text: 'Open the original document on another phone or computer and make a new PDF there.',
      },
    ],
  },

  stuck: {
    text: 'Still stuck? Call or write to us.',
    action: { label: 'Contact us', to: '/contact-us' },
    programs: { label: 'See the open programs', to: '/national-pitch-trek/programs' },
  },
} as const;
