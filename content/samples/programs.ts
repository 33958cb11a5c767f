import type { Sector } from '#domain/sectors.ts';

/**
 * A sample program; `closesIn` counts days from the moment at which the database is filled;
 * negative if it has closed.
 */
export type SampleProgram = {
  title: string;
  sector: Sector;
  closesIn: number;
  amount: string;
  description: string;
};

/** Sample words: an owner replaces them with programs of their own. */
export const SAMPLE_PROGRAMS: readonly SampleProgram[] = [
  {
    title: 'Cocoa Beyond the Bean',
    sector: 'Agriculture',
    closesIn: 21,
    amount: 'GHS 250,000 to 1,500,000',
    description:
      '<p>For enterprises that turn Ghanaian cocoa into something more than a sack on a ship: chocolate, butter, cosmetics, animal feed from the husk.</p><h2>What we fund</h2><ul><li>Processing lines for 1 to 20 tonnes a month</li><li>Certification and packaging for export</li><li>Working capital for one buying season</li></ul><p>Tickets run from <strong>GHS 250,000 to GHS 1,500,000</strong>, as equity or a convertible loan. We ask for two years of trading, or a signed off-take agreement.</p>',
  },
  {
    title: 'Cold Chain North',
    sector: 'Agriculture',
    closesIn: 54,
    amount: 'GHS 400,000 to 2,000,000',
    description:
      '<p>Four tomatoes in ten grown in the north never reach a market. This program backs storage, transport and drying that shorten the way from field to plate in the five northern regions.</p><h2>Who should apply</h2><ul><li>Operators of solar cold rooms and refrigerated transport</li><li>Farmer-owned companies with at least 50 members</li><li>Makers of drying and grading equipment</li></ul><p>Tickets are <strong>GHS 400,000 to GHS 2,000,000</strong>.</p>',
  },
  {
    title: 'Small-Scale Mining, Safely',
    sector: 'Mining',
    closesIn: 33,
    amount: 'GHS 250,000 to 1,800,000',
    description:
      '<p>Licensed small-scale miners and their suppliers who want to work without mercury and leave the land as they found it.</p><h2>What we fund</h2><ul><li>Gravity and direct-smelting equipment</li><li>Water treatment and land restoration services</li><li>Assay laboratories and traceability from pit to buyer</li></ul><p>A valid licence from the Minerals Commission, or a contract with its holder, is required.</p>',
  },
  {
    title: 'Roads to Market',
    sector: 'Infrastructure',
    closesIn: 12,
    amount: 'GHS 500,000 to 2,000,000',
    description:
      '<p>Feeder roads, market sheds, bridges and loading bays that a district assembly can pay for out of the trade they bring.</p><h2>Who should apply</h2><ul><li>Contractors of class B3 and A3 or better</li><li>Companies that build with laterite, compressed earth or recycled plastic</li><li>Joint ventures with at least one partner from the region</li></ul><p>Send a bill of quantities with your financials.</p>',
  },
  {
    title: 'Mini-Grids for Island Towns',
    sector: 'Infrastructure',
    closesIn: 88,
    amount: 'GHS 600,000 to 2,000,000',
    description:
      '<p>Some two hundred towns on and around the Volta Lake are too far from the grid. We look for operators who can bring them power around the clock, and keep it running.</p><h2>What we fund</h2><ul><li>Solar and battery plants of 30 to 300 kW</li><li>Metering and pay-as-you-go systems</li><li>Ice-making and milling that use power by day</li></ul>',
  },
  {
    title: 'Software from Here',
    sector: 'Technology',
    closesIn: 40,
    amount: 'GHS 300,000 to 1,200,000',
    description:
      '<p>Software and devices that solve a Ghanaian problem first: payments without smartphones, records for clinics, logistics for markets, learning in Twi, Ewe and Dagbani.</p><h2>What we look for</h2><ul><li>A working product and its first 100 paying customers</li><li>A team of at least two, full time</li><li>Source code owned by the company</li></ul><p>Seed tickets of <strong>GHS 300,000 to GHS 1,200,000</strong> with a year of mentoring.</p>',
  },
  {
    title: 'Stages and Screens',
    sector: 'Entertainment & Tourism',
    closesIn: 67,
    amount: 'GHS 250,000 to 1,000,000',
    description:
      '<p>Film, music, festivals and places worth the journey, from Cape Three Points to Paga. We finance businesses, not single events: studios, venues, tour operators, lodges.</p><h2>What we fund</h2><ul><li>Production equipment and post-production</li><li>Eco-lodges of up to 30 rooms</li><li>Ticketing and distribution for local work</li></ul>',
  },
  {
    title: 'Shea Value Chain, first round',
    sector: 'Agriculture',
    closesIn: -9,
    amount: 'GHS 250,000 to 800,000',
    description:
      '<p>The first round of the shea program, for women-led processors in the Upper East, Upper West and Savannah regions. The round has closed; the proposals are being read.</p>',
  },
];
