// RapiDoc writes the name of a parameter next to its field without associating the two. This copies the name into
// an attribute of the field, which becomes its label for screen readers.
export function labelParameterFields(): void {
  const setAttribute = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name: string, value: string) {
    setAttribute.call(this, name, value);
    if (name === 'data-pname' && !this.hasAttribute('aria-label')) setAttribute.call(this, 'aria-label', value);
  };
}
