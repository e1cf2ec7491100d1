package scim

import (
	"encoding/json"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// object is a JSON object. Objects of resources have the names of their attributes as the schema writes them.
type object map[string]any

// decode reads the JSON object in a body.
func decode(body []byte) (object, error) {
	var decoded object
	if err := json.Unmarshal(body, &decoded); err != nil || decoded == nil {
		return nil, fault.Wrap(ProtocolError{Type: typeInvalidSyntax}, fault.Invalid, "the body is not a JSON object").
			WithHint("Send an object with the type application/scim+json.")
	}
	return decoded, nil
}

// normalize returns the attributes of a resource that a client may set, with their names and types. It leaves out attributes
// that are read-only or not stored.
func normalize(t *resourceType, sent object) (object, error) {
	normal := object{}
	all := t.all()
	for name, value := range sent {
		a := find(all, withoutURN(name, t.schema))
		if a == nil || a.Mutability == readOnly || value == nil {
			continue
		}
		normalized, err := a.normalize(value)
		if err != nil {
			return nil, err
		}
		if normalized != nil {
			normal[a.Name] = normalized
		}
	}
	return normal, nil
}

// withoutURN removes the schema in front of the name of an attribute.
func withoutURN(name, schema string) string {
	if len(name) > len(schema) && strings.EqualFold(name[:len(schema)], schema) && name[len(schema)] == ':' {
		return name[len(schema)+1:]
	}
	return name
}

// isURN reports whether a name is of a schema. After withoutURN it is of an extension, which is accepted and not stored.
func isURN(name string) bool { return len(name) > 4 && strings.EqualFold(name[:4], "urn:") }

// normalize returns a value of the attribute; nil for an empty list. A single value may stand for a list of one.
func (a *attribute) normalize(value any) (any, error) {
	if !a.MultiValued {
		return a.normalizeOne(value)
	}
	values, isList := value.([]any)
	if !isList {
		values = []any{value}
	}
	if len(values) > maxValues {
		return nil, invalid(typeInvalidValue, "%s has more than %d values", a.Name, maxValues).WithHint("Send several requests.")
	}
	var normal []any
	for _, one := range values {
		normalized, err := a.normalizeOne(one)
		if err != nil {
			return nil, err
		}
		normal = append(normal, normalized)
	}
	if normal == nil {
		return nil, nil //nolint:nilnil // an empty list is no value
	}
	return normal, nil
}

func (a *attribute) normalizeOne(value any) (any, error) {
	switch a.Type {
	case booleanType:
		return a.normalizeBoolean(value)
	case complexType:
		return a.normalizeComplex(value)
	default:
		if text, isText := value.(string); isText {
			return text, nil
		}
		return nil, invalid(typeInvalidValue, "%s must be a text", a.Name)
	}
}

// normalizeBoolean reads a boolean. Entra ID sends "True" and "False" as texts.
func (a *attribute) normalizeBoolean(value any) (any, error) {
	if b, isBoolean := value.(bool); isBoolean {
		return b, nil
	}
	text, _ := value.(string)
	switch strings.ToLower(text) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	default:
		return nil, invalid(typeInvalidValue, "%s must be true or false", a.Name)
	}
}

// normalizeComplex reads an object with the sub-attributes. A text stands for the sub-attribute value.
func (a *attribute) normalizeComplex(value any) (any, error) {
	var fields object
	switch typed := value.(type) {
	case object:
		fields = typed
	case map[string]any:
		fields = typed
	case string:
		if find(a.SubAttributes, "value") == nil {
			return nil, invalid(typeInvalidValue, "%s must be an object", a.Name)
		}
		fields = object{"value": typed}
	default:
		return nil, invalid(typeInvalidValue, "%s must be an object", a.Name)
	}
	normal := object{}
	for name, value := range fields {
		sub := find(a.SubAttributes, name)
		if sub == nil || value == nil {
			continue
		}
		normalized, err := sub.normalize(value)
		if err != nil {
			return nil, err
		}
		normal[sub.Name] = normalized
	}
	return normal, nil
}

// text returns a text of an object; empty if there is none.
func (o object) text(name string) string {
	text, _ := o[name].(string)
	return text
}

// objects returns the values of a multi-valued complex attribute.
func (o object) objects(name string) []object {
	values, _ := o[name].([]any)
	all := make([]object, 0, len(values))
	for _, value := range values {
		if one, isObject := value.(object); isObject {
			all = append(all, one)
		}
	}
	return all
}
