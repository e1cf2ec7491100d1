package scim

import "github.com/millrace/millrace/internal/fault"

// patchPath is the target of an operation of a PATCH: attribute[filter].sub.
type patchPath struct {
	attribute *attribute // nil for an attribute that is accepted and not stored
	filter    expression // nil for none
	sub       *attribute // nil for none
}

// parsePath parses the path of an operation.
func parsePath(text string, t *resourceType) (patchPath, error) {
	if len(text) > maxFilter {
		return patchPath{}, invalid(typeInvalidPath, "the path is longer than %d bytes", maxFilter)
	}
	p := &filterParser{resource: t, attributes: t.all(), text: text}
	path, err := p.path()
	if err != nil {
		return patchPath{}, invalid(typeInvalidPath, "the path %q is not valid: %s", text, fault.From(err).Message)
	}
	return path, nil
}

func (p *filterParser) path() (path patchPath, err error) {
	if path.attribute, path.sub, err = p.resolve(p.word()); err != nil {
		return path, err
	}
	if path.attribute == nil { // whatever it selects is not stored
		return path, nil
	}
	if path.sub == nil && path.attribute.MultiValued && path.attribute.Type == complexType && p.accept('[') {
		p.attributes = path.attribute.SubAttributes
		if path.filter, err = p.closing(']'); err != nil {
			return path, err
		}
		if p.accept('.') {
			if path.sub, _, err = p.resolve(p.word()); err != nil {
				return path, err
			}
		}
	}
	if p.at < len(p.text) {
		return path, p.expected("the end")
	}
	return path, nil
}

// isReadOnly reports whether a client may not change the target.
func (p patchPath) isReadOnly() bool {
	return p.attribute.Mutability == readOnly || p.sub != nil && p.sub.Mutability == readOnly
}
