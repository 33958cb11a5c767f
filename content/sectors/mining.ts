import type { SectorContent } from './sector-page.ts';

export const mining: SectorContent = {
  lead: 'Gold, manganese, bauxite, salt and now lithium: the ground is generous. We fund the Ghanaian businesses that treat it, and the people above it, with care.',
  parts: [
    {
      title: 'Clean, licensed, local',
      text: [
        'We back licensed small-scale miners who work without mercury, and the companies that make this possible: gravity concentrators, direct smelters, assay laboratories, honest scales.',
        'Around every large mine there is a second economy of drilling, catering, haulage, spares and safety. Much of it is still imported. It need not be.',
      ],
    },
    {
      title: 'What we ask before we sign',
      text: [
        'A valid licence from the Minerals Commission, or a contract with its holder. An environmental permit. A water test upstream and downstream, taken by somebody else. A plan for the land on the day after the last bucket, with the money for it set aside.',
        'We do not fund mining in forest reserves or in rivers.',
      ],
    },
  ],
  feature: {
    kind: 'steps',
    title: 'Before the first instalment',
    lead: 'In this order, because each paper rests on the one before it.',
    steps: [
      'A licence from the Minerals Commission, or a contract with its holder.',
      'A permit from the Environmental Protection Authority for the site.',
      'A water test upstream and downstream by an independent laboratory.',
      'A plan for safety at work, and somebody who answers for it.',
      'A plan for the land after mining, with the money set aside.',
    ],
  },
  illustrations: [
    {
      alt: 'A mine headframe with its winding wheel against the evening sky',
      caption: 'Headframe: what goes down must come up safely.',
    },
    {
      alt: 'A gold pan with bright grains, held over clear water',
      caption: 'Pan: gravity does the work, no mercury.',
    },
    {
      alt: 'Stepped slopes of a closed pit, planted with young trees around a lake',
      caption: 'Restored: the day after the last bucket.',
    },
  ],
};
