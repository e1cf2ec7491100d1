// RapiDoc registers the element <rapi-doc> and exports nothing that is used here.
declare module 'rapidoc';
