import './before-paint.ts';
import { takeEarlySubmits } from './early-submit.ts';

takeEarlySubmits();
