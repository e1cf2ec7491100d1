package jinja

// absence is the reason why a value is undefined.
type absence uint8

const (
	absentVariable  absence = iota // there is no variable by the name
	absentAttribute                // the owner has no attribute by the name
	absentElement                  // the owner has no element with the name as number or key
	absentParameter                // the parameter with this name has no argument
	absentOther                    // the detail is a sentence with the reason
	absentUnsafe                   // Python has such an attribute, which templates cannot access; the detail says so
)

// absent describes an undefined value.
type absent struct {
	name   string
	detail string // the owner, such as "dict object", or a sentence
	kind   absence
}

// undefinedBecause returns an undefined value with its own sentence.
func undefinedBecause(sentence string) Value {
	return Value{ref: &absent{detail: sentence, kind: absentOther}}
}

// message returns Jinja2's message for the use of the value.
func (a *absent) message() string {
	if a == nil {
		return "value is undefined"
	}
	switch a.kind {
	case absentVariable:
		return quoted(a.name) + " is undefined"
	case absentAttribute:
		return quoted(a.detail) + " has no attribute " + quoted(a.name)
	case absentParameter:
		return "parameter " + quoted(a.name) + " was not provided"
	case absentElement:
		return a.detail + " has no element " + a.name
	default:
		return a.detail
	}
}

// undefinedError returns the error of using an undefined value.
func undefinedError(v Value) error {
	a, _ := v.ref.(*absent)
	if a != nil && a.kind == absentUnsafe {
		return &Error{Kind: SecurityError, Message: a.message()}
	}
	return &Error{Kind: UndefinedError, Message: a.message(), missing: a}
}
