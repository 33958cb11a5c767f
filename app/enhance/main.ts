/** Enhances public pages. Without it they can still be read, navigated and submitted. */
import { openApplyDialogs } from './apply.ts';
import { turnCarousel } from './carousel.ts';
import { openDialogs } from './dialogs.ts';
import { saveDrafts } from './drafts.ts';
import { showFlash } from './flash-toast.ts';
import { sendForms } from './forms.ts';
import { showMap } from './map.ts';
import { closeMenus } from './menus.ts';
import { showOwnStanding } from './own-standing.ts';
import { showPictures } from './pictures.ts';
import { prefetchLinks } from './prefetch.ts';
import { watchSession } from './session.ts';
import { showToTop } from './to-top.ts';

document.documentElement.dataset.enhanced = '';
closeMenus();
openApplyDialogs();
openDialogs();
sendForms();
saveDrafts();
showToTop();
showFlash();
watchSession();
turnCarousel();
showMap();
showPictures();
void showOwnStanding();
prefetchLinks();
