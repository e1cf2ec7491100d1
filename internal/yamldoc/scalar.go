package yamldoc

import (
	"math"
	"strconv"
	"strings"
)

// Type is the type of a scalar in the core schema of YAML 1.2.
type Type uint8

// The types of scalars.
const (
	StringType Type = iota
	IntType
	FloatType
	BoolType
	NullType
)

// Type returns the type of a scalar. Only a plain scalar is anything but a text.
func (n *Node) Type() Type {
	if n.Kind != Scalar || n.Style != Plain {
		return StringType
	}
	return typeOf(n.Value)
}

// IsNull reports whether the node is absent or null.
func (n *Node) IsNull() bool {
	return n == nil || n.Kind == Scalar && n.Style == Plain && isNull(n.Value)
}

func isNull(text string) bool {
	switch text {
	case "", "~", "null", "Null", "NULL":
		return true
	default:
		return false
	}
}

// typeOf returns the type of a plain scalar by its text.
func typeOf(text string) Type {
	if isNull(text) {
		return NullType
	}
	switch text[0] {
	case 't', 'T', 'f', 'F':
		return typeOfWord(text)
	case '+', '-', '.', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return typeOfNumber(text)
	default:
		return StringType
	}
}

func typeOfWord(text string) Type {
	switch text {
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return BoolType
	default:
		return StringType
	}
}

func typeOfNumber(text string) Type {
	unsigned := text
	if text[0] == '+' || text[0] == '-' {
		unsigned = text[1:]
	}
	switch {
	case strings.HasPrefix(text, "0x"):
		return typeIf(onlyOf(text[2:], "0123456789abcdefABCDEF"), IntType)
	case strings.HasPrefix(text, "0o"):
		return typeIf(onlyOf(text[2:], "01234567"), IntType)
	case unsigned == ".inf" || unsigned == ".Inf" || unsigned == ".INF":
		return FloatType
	case text == ".nan" || text == ".NaN" || text == ".NAN":
		return FloatType
	case countDigits(unsigned) == len(unsigned):
		return typeIf(unsigned != "", IntType)
	default:
		return typeIf(isDecimal(unsigned), FloatType)
	}
}

func typeIf(is bool, then Type) Type {
	if is {
		return then
	}
	return StringType
}

// onlyOf reports whether text is not empty and made of these characters.
func onlyOf(text, characters string) bool {
	return text != "" && strings.Trim(text, characters) == ""
}

// countDigits returns the number of digits at the start of a text.
func countDigits(text string) int {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return i
		}
	}
	return len(text)
}

// isDecimal reports whether an unsigned text is a decimal number: digits with a point, an exponent, or both.
func isDecimal(text string) bool {
	whole := countDigits(text)
	digits, rest := whole, text[whole:]
	if strings.HasPrefix(rest, ".") {
		fraction := countDigits(rest[1:])
		digits, rest = digits+fraction, rest[1+fraction:]
	}
	if digits == 0 || rest == "" {
		return digits > 0
	}
	if rest[0] != 'e' && rest[0] != 'E' {
		return false
	}
	exponent := strings.TrimPrefix(rest[1:], "+")
	if len(exponent) == len(rest)-1 {
		exponent = strings.TrimPrefix(exponent, "-")
	}
	return exponent != "" && countDigits(exponent) == len(exponent)
}

// Bool returns the value of a boolean; ok is false for anything else.
func (n *Node) Bool() (value, ok bool) {
	if n == nil || n.Type() != BoolType {
		return false, false
	}
	return n.Value[0] == 't' || n.Value[0] == 'T', true
}

// Int returns the value of an integer in range; ok is false for anything else.
func (n *Node) Int() (value int64, ok bool) {
	if n == nil || n.Type() != IntType {
		return 0, false
	}
	digits, base := n.Value, 10
	switch {
	case strings.HasPrefix(digits, "0x"):
		digits, base = digits[2:], 16
	case strings.HasPrefix(digits, "0o"):
		digits, base = digits[2:], 8
	}
	value, err := strconv.ParseInt(digits, base, 64)
	return value, err == nil
}

// Any returns the node as plain Go values: nil, bool, int64, float64, string, []any, map[string]any. A number that fits
// no type stays a text.
func (n *Node) Any() any {
	switch {
	case n == nil:
		return nil
	case n.Kind == Mapping:
		values := make(map[string]any, n.Len())
		for child := range n.Children() {
			values[child.Key] = child.Any()
		}
		return values
	case n.Kind == Sequence:
		values := make([]any, 0, n.Len())
		for child := range n.Children() {
			values = append(values, child.Any())
		}
		return values
	default:
		return n.scalar()
	}
}

func (n *Node) scalar() any {
	switch n.Type() {
	case NullType:
		return nil
	case BoolType:
		value, _ := n.Bool()
		return value
	case IntType:
		if value, ok := n.Int(); ok {
			return value
		}
		return n.Value
	case FloatType:
		return float(n.Value)
	default:
		return n.Value
	}
}

// float parses the text of a float; one that is too large is infinite.
func float(text string) float64 {
	switch strings.ToLower(strings.TrimLeft(text, "+-")) {
	case ".inf":
		return math.Inf(1 - 2*strings.Count(text[:1], "-"))
	case ".nan":
		return math.NaN()
	}
	value, _ := strconv.ParseFloat(text, 64)
	return value
}
