package scim

import (
	"maps"
	"slices"
	"strings"
)

// operation is one operation of a PATCH.
type operation struct {
	verb  string // add, remove or replace
	path  string
	value any
}

// The verbs of operations.
const (
	verbAdd     = "add"
	verbRemove  = "remove"
	verbReplace = "replace"
)

// parsePatch reads the operations of a PATCH. Entra ID writes the verbs with a capital letter.
func parsePatch(body object) ([]operation, error) {
	var listed []any
	for name, value := range body {
		if strings.EqualFold(name, "Operations") {
			listed, _ = value.([]any)
		}
	}
	if len(listed) == 0 || len(listed) > maxOperations {
		return nil, invalid(typeInvalidSyntax, "Operations must have 1 to %d operations", maxOperations)
	}
	operations := make([]operation, len(listed))
	for i, item := range listed {
		fields, _ := item.(map[string]any)
		for name, value := range fields {
			text, isText := value.(string)
			switch strings.ToLower(name) {
			case "op":
				operations[i].verb = strings.ToLower(text)
			case "path":
				if value != nil && !isText {
					return nil, invalid(typeInvalidPath, "the path of operation %d is not a text", i+1)
				}
				operations[i].path = text
			case "value":
				operations[i].value = value
			}
		}
		if !slices.Contains([]string{verbAdd, verbRemove, verbReplace}, operations[i].verb) {
			return nil, invalid(typeInvalidSyntax, "op of operation %d is not add, remove or replace", i+1)
		}
	}
	return operations, nil
}

// apply changes a resource as the operations say.
func apply(t *resourceType, resource object, operations []operation) error {
	for _, one := range operations {
		if err := one.apply(t, resource); err != nil {
			return err
		}
	}
	return nil
}

func (o operation) apply(t *resourceType, resource object) error {
	if o.path != "" {
		path, err := parsePath(o.path, t)
		if err != nil || path.attribute == nil {
			return err
		}
		if path.isReadOnly() {
			return invalid(typeMutability, "%s is read-only", o.path)
		}
		return path.change(resource, o)
	}
	if o.verb == verbRemove {
		return invalid(typeNoTarget, "a remove operation needs a path")
	}
	fields, isObject := o.value.(map[string]any)
	if !isObject {
		return invalid(typeInvalidValue, "an operation without a path needs an object as its value")
	}
	return o.applyFields(t, resource, fields)
}

// applyFields applies an operation without a path to each field of its value. Names may be paths, as Entra ID writes them:
// {"name.givenName": "Ann"}. Read-only attributes are ignored, as in the body of a PUT.
func (o operation) applyFields(t *resourceType, resource object, fields map[string]any) error {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		path, err := parsePath(name, t)
		if err != nil {
			return err
		}
		if path.attribute == nil || path.isReadOnly() {
			continue
		}
		if err := path.change(resource, operation{verb: o.verb, path: name, value: fields[name]}); err != nil {
			return err
		}
	}
	return nil
}

// change applies an operation to the target of the path.
func (p patchPath) change(resource object, o operation) error {
	isUnset := o.value == nil && o.verb != verbRemove
	if isUnset && o.verb == verbAdd {
		return nil
	}
	if isUnset { // null unassigns an attribute
		o.verb = verbRemove
	}
	if p.attribute.MultiValued {
		return p.changeList(resource, o)
	}
	if p.sub != nil {
		return p.changeSub(resource, o)
	}
	if o.verb == verbRemove {
		if p.attribute.Required {
			return invalid(typeMutability, "%s cannot be removed", p.attribute.Name)
		}
		delete(resource, p.attribute.Name)
		return nil
	}
	value, err := p.attribute.normalizeOne(o.value)
	if err != nil {
		return err
	}
	added, isObject := value.(object)
	before, hasObject := resource[p.attribute.Name].(object)
	if isObject && hasObject { // sub-attributes that are not named stay
		maps.Copy(before, added)
		return nil
	}
	resource[p.attribute.Name] = value
	return nil
}

// changeSub changes a sub-attribute of a complex attribute with one value.
func (p patchPath) changeSub(resource object, o operation) error {
	parent, exists := resource[p.attribute.Name].(object)
	if !exists {
		parent = object{}
	}
	if err := p.setSub(parent, o); err != nil {
		return err
	}
	resource[p.attribute.Name] = parent
	if len(parent) == 0 {
		delete(resource, p.attribute.Name)
	}
	return nil
}

func (p patchPath) setSub(parent object, o operation) error {
	if o.verb == verbRemove {
		delete(parent, p.sub.Name)
		return nil
	}
	value, err := p.sub.normalizeOne(o.value)
	if err == nil {
		parent[p.sub.Name] = value
	}
	return err
}

// changeList changes a multi-valued attribute.
func (p patchPath) changeList(resource object, o operation) error {
	values := resource.objects(p.attribute.Name)
	var err error
	switch {
	case p.filter == nil && p.sub == nil:
		values, err = p.changeValues(values, o)
	case p.sub == nil:
		values, err = p.changeSelected(values, o)
	default:
		values, err = p.changeSubs(values, o)
	}
	if err != nil {
		return err
	}
	if len(values) > maxValues {
		return invalid(typeInvalidValue, "%s would have more than %d values", p.attribute.Name, maxValues).WithHint("Use several groups.")
	}
	list := make([]any, len(values))
	for i, value := range values {
		list[i] = value
	}
	resource[p.attribute.Name] = list
	if len(list) == 0 {
		delete(resource, p.attribute.Name)
	}
	return nil
}

// changeValues changes a list as a whole. A remove operation with a value, as Entra ID sends it, removes the values in it.
func (p patchPath) changeValues(values []object, o operation) ([]object, error) {
	if o.verb == verbRemove && o.value == nil {
		return nil, nil
	}
	normalized, err := p.attribute.normalize(o.value)
	if err != nil {
		return nil, err
	}
	sent := object{"values": normalized}.objects("values")
	switch o.verb {
	case verbReplace:
		return onePrimary(nil, sent), nil
	case verbAdd:
		return onePrimary(values, sent), nil
	default:
		keys := keysOf(sent)
		return slices.DeleteFunc(values, func(value object) bool { return keys[value.text("value")] }), nil
	}
}

// changeSelected changes the values that the filter selects.
func (p patchPath) changeSelected(values []object, o operation) ([]object, error) {
	if o.verb == verbRemove {
		return slices.DeleteFunc(values, p.filter.matches), nil
	}
	value, err := p.attribute.normalizeOne(o.value)
	if err != nil {
		return nil, err
	}
	sent, _ := value.(object)
	isFound := false
	for i, one := range values {
		if !p.filter.matches(one) {
			continue
		}
		isFound = true
		if o.verb == verbReplace {
			values[i] = maps.Clone(sent)
		} else {
			maps.Copy(one, sent)
		}
	}
	switch {
	case isFound:
		return values, nil
	case o.verb == verbReplace:
		return nil, p.noTarget(o)
	default:
		return onePrimary(values, []object{sent}), nil
	}
}

// changeSubs changes a sub-attribute of the values that the filter selects, or of all values. An add operation that selects
// none adds the value that the filter describes: Entra ID adds emails[type eq "work"].value.
func (p patchPath) changeSubs(values []object, o operation) ([]object, error) {
	isFound := false
	for _, one := range values {
		if p.filter != nil && !p.filter.matches(one) {
			continue
		}
		isFound = true
		if err := p.setSub(one, o); err != nil {
			return nil, err
		}
	}
	switch {
	case isFound || o.verb == verbRemove:
		return values, nil
	case o.verb == verbReplace && p.filter != nil:
		return nil, p.noTarget(o)
	}
	added := object{}
	describe(p.filter, added)
	if err := p.setSub(added, o); err != nil {
		return nil, err
	}
	return onePrimary(values, []object{added}), nil
}

func (p patchPath) noTarget(o operation) error {
	return invalid(typeNoTarget, "no value of %s matches the path %s", p.attribute.Name, o.path)
}

// describe sets what a value must have to match a filter of equalities.
func describe(filter expression, value object) {
	switch typed := filter.(type) {
	case logical:
		if typed.isAnd {
			describe(typed.left, value)
			describe(typed.right, value)
		}
	case comparison:
		if typed.operator == equal && typed.value != nil && typed.attribute != nil {
			value[typed.attribute.Name] = typed.value
		}
	}
}

// onePrimary appends values that are not in a list yet. If one of them is primary, the others are not.
func onePrimary(values, added []object) []object {
	if slices.ContainsFunc(added, func(one object) bool { return one["primary"] == true }) {
		for _, one := range values {
			delete(one, "primary")
		}
	}
	at := map[string]int{}
	for i, one := range values {
		at[one.text("value")] = i
	}
	for _, one := range added {
		key := one.text("value")
		if i, exists := at[key]; exists && key != "" {
			maps.Copy(values[i], one)
			continue
		}
		at[key] = len(values)
		values = append(values, one)
	}
	return values
}

func keysOf(values []object) map[string]bool {
	keys := make(map[string]bool, len(values))
	for _, one := range values {
		keys[one.text("value")] = true
	}
	return keys
}
