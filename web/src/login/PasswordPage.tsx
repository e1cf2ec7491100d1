// The pages on which people choose a password, as one file of the build: each file adds its name to the shell of the application.
export { ChoosePasswordPage } from './ChoosePasswordPage';
export { FirstPasswordPage } from './FirstPasswordPage';
export { ForgotPasswordPage } from './ForgotPasswordPage';
