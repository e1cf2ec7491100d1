package scim

import (
	"maps"
	"slices"
	"strings"
)

// projection selects the attributes of a response.
type projection struct {
	included []string // empty for all
	excluded []string
}

// newProjection parses the parameters attributes and excludedAttributes.
func newProjection(included, excluded []string, t *resourceType) (projection, error) {
	p := projection{included: localNames(included, t), excluded: localNames(excluded, t)}
	if len(p.included) > 0 && len(p.excluded) > 0 {
		return p, invalid(typeInvalidValue, "attributes and excludedAttributes exclude each other")
	}
	return p, nil
}

// localNames returns names in small letters and without their schema.
func localNames(names []string, t *resourceType) []string {
	var local []string
	for _, name := range names {
		if name = strings.TrimSpace(name); name != "" {
			local = append(local, strings.ToLower(withoutURN(name, t.schema)))
		}
	}
	return local
}

// leavesOut reports whether an attribute is not in the responses.
func (p projection) leavesOut(name string) bool {
	name = strings.ToLower(name)
	if len(p.included) == 0 {
		return slices.Contains(p.excluded, name)
	}
	return !slices.ContainsFunc(p.included, func(included string) bool { return included == name || strings.HasPrefix(included, name+".") })
}

// apply returns the selected attributes of a resource. schemas and id are always there.
func (p projection) apply(resource object) object {
	if len(p.included) == 0 && len(p.excluded) == 0 {
		return resource
	}
	shown := object{}
	for name, value := range resource {
		if name == "schemas" || name == "id" {
			shown[name] = value
			continue
		}
		if !p.leavesOut(name) {
			shown[name] = p.part(strings.ToLower(name), value)
		}
	}
	return shown
}

// part returns the selected sub-attributes of a value.
func (p projection) part(name string, value any) any {
	switch typed := value.(type) {
	case []any:
		all := make([]any, len(typed))
		for i, one := range typed {
			all[i] = p.part(name, one)
		}
		return all
	case object:
		shown := maps.Clone(typed)
		maps.DeleteFunc(shown, func(sub string, _ any) bool {
			full := name + "." + strings.ToLower(sub)
			isLimited := len(p.included) > 0 && !slices.Contains(p.included, name)
			return slices.Contains(p.excluded, full) || isLimited && !slices.Contains(p.included, full)
		})
		return shown
	default:
		return value
	}
}
