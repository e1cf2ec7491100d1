// RapiDoc writes the name of a parameter beside its field without tying the two together. The name also goes into
// an attribute of the field; from there it becomes the label that screen readers speak.
export function labelParameterFields(): void {
  const setAttribute = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name: string, value: string) {
    setAttribute.call(this, name, value);
    if (name === 'data-pname' && !this.hasAttribute('aria-label')) setAttribute.call(this, 'aria-label', value);
  };
}
