import type { NavigationLink } from './navigation.ts';

/** The sidebars of the portal, by role. */
/** `holds`: addresses of its details, besides those below its own. */
export type DashboardLink = NavigationLink & { holds?: readonly string[] };

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
    {
      label: 'Submissions',
      to: '/dashboard/admin/submissions',
      holds: [
        '/dashboard/admin/view-proposal',
        '/dashboard/admin/decline-reasons',
        '/dashboard/admin/labels',
      ],
    },
    {
      label: 'All Programs',
      to: '/dashboard/admin/manage-proposals',
      holds: ['/dashboard/admin/proposals'],
    },
    { label: 'Rounds', to: '/dashboard/admin/rounds' },
    { label: 'Judges', to: '/dashboard/admin/judges' },
    {
      label: 'Posts',
      to: '/dashboard/admin/manage-post',
      holds: ['/dashboard/admin/create-post', '/dashboard/admin/post'],
    },
    {
      label: 'FAQs',
      to: '/dashboard/admin/manage-faqs',
      holds: ['/dashboard/admin/create-faq', '/dashboard/admin/faq'],
    },
    {
      label: 'Testimonials',
      to: '/dashboard/admin/testimonials',
      holds: ['/dashboard/admin/testimonial'],
    },
    { label: 'Enquiries', to: '/dashboard/admin/enquiries' },
    { label: 'Site notice', to: '/dashboard/admin/notice' },
    { label: 'Users', to: '/dashboard/admin/users', holds: ['/dashboard/admin/create'] },
    {
      label: 'Mailings',
      to: '/dashboard/admin/mailings',
      holds: ['/dashboard/admin/mail-templates'],
    },
    { label: 'Mail', to: '/dashboard/admin/mail' },
    { label: 'Audit log', to: '/dashboard/admin/audit' },
    { label: 'My Profile', to: '/dashboard/my-profile', holds: ['/dashboard/edit-my-profile'] },
  ],
  judge: [
    { label: 'Judging', to: '/dashboard/judging' },
    { label: 'My interests', to: '/dashboard/judging/interests' },
    { label: 'My Profile', to: '/dashboard/profile', holds: ['/dashboard/edit-profile'] },
  ],
};
