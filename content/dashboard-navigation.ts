import type { NavigationLink } from './navigation.ts';

/** What an admin's entry is about; the entries of one group follow each other. */
type DashboardGroup = 'Desk' | 'Judging' | 'Website' | 'Office';

/** `holds`: addresses of its details, besides those below its own. */
export type DashboardLink = NavigationLink & { holds?: readonly string[]; group?: DashboardGroup };

/** The sidebars of the portal, by role. */
export const dashboardLinks: Record<'applicant' | 'admin' | 'judge', readonly DashboardLink[]> = {
  applicant: [
    { label: 'Dashboard', to: '/dashboard' },
    {
      label: 'Available Projects',
      to: '/dashboard/available-programs',
      holds: ['/dashboard/applicant/submit'],
    },
    {
      label: 'My Proposals',
      to: '/dashboard/applicant/proposals',
      holds: ['/dashboard/applicant/view-proposal', '/dashboard/applicant/edit-proposal'],
    },
    { label: 'My Profile', to: '/dashboard/profile', holds: ['/dashboard/edit-profile'] },
  ],
  admin: [
    { label: 'Dashboard', to: '/dashboard' },
    { label: 'My Profile', to: '/dashboard/my-profile', holds: ['/dashboard/edit-my-profile'] },
    {
      group: 'Desk',
      label: 'Submissions',
      to: '/dashboard/admin/submissions',
      holds: ['/dashboard/admin/view-proposal'],
    },
    {
      group: 'Desk',
      label: 'All Programs',
      to: '/dashboard/admin/manage-proposals',
      holds: ['/dashboard/admin/proposals'],
    },
    { group: 'Desk', label: 'Labels', to: '/dashboard/admin/labels' },
    { group: 'Desk', label: 'Reasons for declining', to: '/dashboard/admin/decline-reasons' },
    { group: 'Judging', label: 'Rounds', to: '/dashboard/admin/rounds' },
    { group: 'Judging', label: 'Judges', to: '/dashboard/admin/judges' },
    {
      group: 'Website',
      label: 'Posts',
      to: '/dashboard/admin/manage-post',
      holds: ['/dashboard/admin/create-post', '/dashboard/admin/post'],
    },
    {
      group: 'Website',
      label: 'FAQs',
      to: '/dashboard/admin/manage-faqs',
      holds: ['/dashboard/admin/create-faq', '/dashboard/admin/faq'],
    },
    {
      group: 'Website',
      label: 'Testimonials',
      to: '/dashboard/admin/testimonials',
      holds: ['/dashboard/admin/testimonial'],
    },
    { group: 'Website', label: 'Enquiries', to: '/dashboard/admin/enquiries' },
    { group: 'Website', label: 'Site notice', to: '/dashboard/admin/notice' },
    {
      group: 'Office',
      label: 'Users',
      to: '/dashboard/admin/users',
      holds: ['/dashboard/admin/create'],
    },
    { group: 'Office', label: 'Mailings', to: '/dashboard/admin/mailings' },
    { group: 'Office', label: 'Email templates', to: '/dashboard/admin/mail-templates' },
    { group: 'Office', label: 'Mail', to: '/dashboard/admin/mail' },
    { group: 'Office', label: 'Audit log', to: '/dashboard/admin/audit' },
  ],
  judge: [
    { label: 'Judging', to: '/dashboard/judging' },
    { label: 'My conflicts of interest', to: '/dashboard/judging/interests' },
    { label: 'My Profile', to: '/dashboard/profile', holds: ['/dashboard/edit-profile'] },
  ],
};
