package scim

// For tests of the package from outside.

// Object is a JSON object.
type Object = object

// Matches evaluates a filter on a user or a group.
func Matches(filter string, isGroup bool, resource Object) (bool, error) {
	t := &userType
	if isGroup {
		t = &groupType
	}
	normal, err := normalize(t, resource)
	if err != nil {
		return false, err
	}
	for _, name := range []string{"id", "meta", "groups"} { // read-only
		if value, ok := resource[name]; ok {
			if normal[name], err = find(t.all(), name).normalize(value); err != nil {
				return false, err
			}
		}
	}
	parsed, err := parseFilter(filter, t)
	if err != nil {
		return false, err
	}
	return parsed.matches(normal), nil
}

// LookupOf returns the lookup of a filter.
func LookupOf(filter string, isGroup bool) Lookup {
	t := &userType
	if isGroup {
		t = &groupType
	}
	parsed, err := parseFilter(filter, t)
	if err != nil {
		return Lookup{}
	}
	return lookupOf(parsed, t)
}

// Patch applies a PATCH body to a user or a group.
func Patch(isGroup bool, resource Object, body []byte) (Object, error) {
	t := &userType
	if isGroup {
		t = &groupType
	}
	normal, err := normalize(t, resource)
	if err != nil {
		return nil, err
	}
	sent, err := decode(body)
	if err != nil {
		return nil, err
	}
	operations, err := parsePatch(sent)
	if err != nil {
		return nil, err
	}
	return normal, apply(t, normal, operations)
}

// Project selects the attributes of a user.
func Project(included, excluded []string, resource Object) (Object, error) {
	p, err := newProjection(included, excluded, &userType)
	if err != nil {
		return nil, err
	}
	normal, err := normalize(&userType, resource)
	if err != nil {
		return nil, err
	}
	normal["id"] = resource["id"]
	return p.apply(normal), nil
}
