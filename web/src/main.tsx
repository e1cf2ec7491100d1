import './app/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { announceNonce } from './app/nonce';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no element #root');

announceNonce();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
