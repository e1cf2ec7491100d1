import { styleNonce } from '../app/nonce';
import { followColors } from './colors';
import { newDocumentation } from './documentation';
import { labelParameterFields } from './labels';
import { refine } from './refine';
import { nameSession, showSession } from './session';
import { keepStylesWithinPolicy } from './strictStyles';

keepStylesWithinPolicy(styleNonce());
labelParameterFields();
nameSession();
const scheme = followColors();
void showSession();

// RapiDoc is large, so it loads after the frame of the page.
void import('rapidoc').then(() => {
  document.getElementById('loading')?.remove();
  const documentation = newDocumentation(scheme);
  refine(documentation, scheme);
  document.getElementById('documentation')?.append(documentation);
});
