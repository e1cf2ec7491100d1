package scim

import (
	"slices"
	"strings"
	"time"
)

// expression is a filter of a list, or the value filter of a PATCH path.
type expression interface {
	// matches reports whether an object fulfills the filter.
	matches(o object) bool
}

// The operators of comparisons.
const (
	equal          = "eq"
	notEqual       = "ne"
	contains       = "co"
	startsWith     = "sw"
	endsWith       = "ew"
	present        = "pr"
	greater        = "gt"
	greaterOrEqual = "ge"
	less           = "lt"
	lessOrEqual    = "le"
)

// logical is `left and right` or `left or right`.
type logical struct {
	isAnd       bool
	left, right expression
}

func (l logical) matches(o object) bool {
	if l.isAnd {
		return l.left.matches(o) && l.right.matches(o)
	}
	return l.left.matches(o) || l.right.matches(o)
}

// negation is `not (inner)`.
type negation struct{ inner expression }

func (n negation) matches(o object) bool { return !n.inner.matches(o) }

// valueFilter is `attribute[inner]`: a value of a multi-valued attribute fulfills inner.
type valueFilter struct {
	attribute *attribute
	inner     expression
}

func (f valueFilter) matches(o object) bool {
	for _, value := range f.attribute.values(o) {
		if one, isObject := value.(object); isObject && f.inner.matches(one) {
			return true
		}
	}
	return false
}

// comparison is `attribute.sub operator value`. A multi-valued attribute fulfills it if one of its values does.
type comparison struct {
	attribute *attribute // nil for an attribute that is not stored, which no object has
	sub       *attribute // nil for none
	operator  string
	value     any // string, bool or nil
}

func (c comparison) matches(o object) bool {
	var values []any
	if c.attribute != nil {
		values = c.attribute.values(o)
	}
	if c.sub != nil {
		values = subValues(values, c.sub)
	}
	switch c.operator {
	case present:
		return hasValue(values)
	case notEqual:
		return !c.anyEquals(values)
	case equal:
		return c.anyEquals(values)
	default:
		return slices.ContainsFunc(values, c.compares)
	}
}

// anyEquals reports whether one of the values is the value of the comparison. null is equal to no value.
func (c comparison) anyEquals(values []any) bool {
	if c.value == nil {
		return !hasValue(values)
	}
	return slices.ContainsFunc(values, c.equals)
}

// last returns the attribute whose values are compared.
func (c comparison) last() *attribute {
	if c.sub != nil {
		return c.sub
	}
	return c.attribute
}

func (c comparison) equals(value any) bool {
	if at, wanted, areTimes := c.times(value); areTimes {
		return at.Equal(wanted)
	}
	left, right, areTexts := c.texts(value)
	if areTexts {
		return left == right
	}
	return value == c.value
}

// compares applies an operator of texts or times.
func (c comparison) compares(value any) bool {
	order, isOrdered := c.order(value)
	switch c.operator {
	case greater:
		return isOrdered && order > 0
	case greaterOrEqual:
		return isOrdered && order >= 0
	case less:
		return isOrdered && order < 0
	case lessOrEqual:
		return isOrdered && order <= 0
	}
	left, right, areTexts := c.texts(value)
	if !areTexts {
		return false
	}
	switch c.operator {
	case contains:
		return strings.Contains(left, right)
	case startsWith:
		return strings.HasPrefix(left, right)
	case endsWith:
		return strings.HasSuffix(left, right)
	default:
		return false
	}
}

func (c comparison) order(value any) (int, bool) {
	if at, wanted, areTimes := c.times(value); areTimes {
		return at.Compare(wanted), true
	}
	left, right, areTexts := c.texts(value)
	return strings.Compare(left, right), areTexts
}

// texts returns both sides as texts, in lower case unless the attribute distinguishes cases.
func (c comparison) texts(value any) (left, right string, areTexts bool) {
	left, isText := value.(string)
	right, isWanted := c.value.(string)
	if !isText || !isWanted {
		return "", "", false
	}
	if !c.last().CaseExact {
		left, right = strings.ToLower(left), strings.ToLower(right)
	}
	return left, right, true
}

// times returns both sides as times, if the attribute is one.
func (c comparison) times(value any) (at, wanted time.Time, areTimes bool) {
	if c.last().Type != dateTimeType {
		return at, wanted, false
	}
	left, _ := value.(string)
	right, _ := c.value.(string)
	at, err := time.Parse(time.RFC3339Nano, left)
	if err != nil {
		return at, wanted, false
	}
	wanted, err = time.Parse(time.RFC3339Nano, right)
	return at, wanted, err == nil
}

// values returns the values of an attribute of an object.
func (a *attribute) values(o object) []any {
	value, ok := o[a.Name]
	if !ok {
		return nil
	}
	if values, isList := value.([]any); isList {
		return values
	}
	return []any{value}
}

func subValues(values []any, sub *attribute) []any {
	var found []any
	for _, value := range values {
		if one, isObject := value.(object); isObject {
			found = append(found, sub.values(one)...)
		}
	}
	return found
}

// hasValue reports whether there is a value that is not empty.
func hasValue(values []any) bool {
	for _, value := range values {
		if one, isObject := value.(object); isObject && len(one) == 0 || value == "" {
			continue
		}
		return true
	}
	return false
}

// Lookup narrows a list to resources that have a value, before the filter is evaluated.
type Lookup struct {
	Field LookupField // empty for all
	Value string
}

// LookupField is an attribute by which the store can find resources.
type LookupField string

// The attributes by which the store can find resources.
const (
	ByID          LookupField = "id"
	ByExternalID  LookupField = "externalId"
	ByUserName    LookupField = "userName"
	ByDisplayName LookupField = "displayName" // of groups
)

// lookupOf returns a lookup that every resource of the filter fulfills.
func lookupOf(filter expression, t *resourceType) Lookup {
	switch typed := filter.(type) {
	case logical:
		if !typed.isAnd {
			return Lookup{}
		}
		if left := lookupOf(typed.left, t); left.Field != "" {
			return left
		}
		return lookupOf(typed.right, t)
	case comparison:
		text, isText := typed.value.(string)
		if typed.operator != equal || typed.attribute == nil || typed.sub != nil || !isText {
			return Lookup{}
		}
		switch field := LookupField(typed.attribute.Name); field {
		case ByID, ByExternalID, ByUserName:
			return Lookup{Field: field, Value: text}
		case ByDisplayName:
			if t == &groupType {
				return Lookup{Field: field, Value: text}
			}
		}
	}
	return Lookup{}
}
