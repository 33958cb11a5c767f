/** What the user screens say. */
export const userLabels = {
  title: 'Users',
  caption: 'Users',
  create: 'Create an admin',
  search: 'Search',
  searchHint: 'Name, email, city …',
  clear: 'Clear search and filters',
  role: 'Role',
  status: 'Active',
  all: 'All',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  region: 'Region',
  joined: 'Joined',
  you: 'you',
  roles: { ADMIN: 'Admin', APPLICANT: 'Applicant' },
  roleOf: 'Role of',
  activeOf: 'Active:',
  active: 'Active',
  inactive: 'Inactive',
  password: 'Password',
  passwordHint: 'At least 8 characters with upper and lower case, a digit and a special character.',
  submit: 'Create admin',
  cancel: 'Cancel',
} as const;

export const describeTotal = (total: number): string =>
  `${total.toLocaleString('en-GB')} ${total === 1 ? 'user' : 'users'}`;
export const ROLE_OPTIONS = Object.entries(userLabels.roles).map(([value, label]) => ({
  value,
  label,
}));
