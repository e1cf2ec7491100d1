package ddl

import (
	"strconv"
	"strings"
)

// Conversion tells what happens to values that get another type.
type Conversion int

// The conversions.
const (
	Lossless   Conversion = iota // every value fits
	Risky                        // values may not fit, or lose precision
	Impossible                   // no value can be converted
)

// family is the group of a type.
type family int

const (
	otherFamily family = iota
	textFamily
	integerFamily
	decimalFamily
	floatFamily
	booleanFamily
	dateFamily
	timeFamily
	timestampFamily
	binaryFamily
	jsonFamily
)

// familyOf returns the family of a type as an engine names it.
func familyOf(word string) family {
	switch word {
	case "VARCHAR", "TEXT", "STRING", "CHAR", "BPCHAR", "CHARACTER", "CHARACTER VARYING":
		return textFamily
	case "TINYINT", "SMALLINT", "INTEGER", "INT", "BIGINT", "HUGEINT":
		return integerFamily
	case "DECIMAL", "NUMERIC", "NUMBER":
		return decimalFamily
	case "FLOAT", "REAL", "DOUBLE", "DOUBLE PRECISION":
		return floatFamily
	case "BOOLEAN":
		return booleanFamily
	case "DATE":
		return dateFamily
	case "TIME", "TIME WITHOUT TIME ZONE":
		return timeFamily
	case "TIMESTAMP", "TIMESTAMP WITHOUT TIME ZONE", "TIMESTAMP WITH TIME ZONE", "DATETIME":
		return timestampFamily
	case "BLOB", "BYTEA", "BINARY", "VARBINARY":
		return binaryFamily
	case "JSON", "JSONB", "VARIANT":
		return jsonFamily
	default:
		return otherFamily
	}
}

// sizedType is a type taken apart.
type sizedType struct {
	family family
	rank   int // of integers and floats: a wider type has a higher rank
	sizes  []int
}

func readType(written string) sizedType {
	word, rest, isSized := strings.Cut(strings.ToUpper(strings.TrimSpace(written)), "(")
	t := sizedType{}
	if isSized {
		sizes, after, _ := strings.Cut(rest, ")")
		for size := range strings.SplitSeq(sizes, ",") {
			n, err := strconv.Atoi(strings.TrimSpace(size))
			if err != nil {
				return t
			}
			t.sizes = append(t.sizes, n)
		}
		word = strings.TrimSpace(word) + after
	}
	word = strings.TrimSpace(word)
	t.family, t.rank = familyOf(word), rankOf(word)
	return t
}

// rankOf returns the maximal number of decimal digits of an integer type, or the number of bytes of a float type.
func rankOf(word string) int {
	return map[string]int{
		"TINYINT": 3, "SMALLINT": 5, "INTEGER": 10, "INT": 10, "BIGINT": 19, "HUGEINT": 39,
		"FLOAT": 4, "REAL": 4, "DOUBLE": 8, "DOUBLE PRECISION": 8,
	}[word]
}

// Convert tells what happens to values that get another type. Both types are named as the engine names them.
func Convert(from, to string) Conversion {
	a, b := readType(from), readType(to)
	switch {
	case b.family == otherFamily || a.family == otherFamily:
		return Risky
	case b.family == textFamily:
		return a.intoText(b)
	case a.family == b.family:
		return a.within(b)
	default:
		return a.across(b)
	}
}

// CrossesBoolean reports whether values are converted between BOOLEAN and another number.
func CrossesBoolean(from, to string) bool {
	a, b := readType(from), readType(to)
	return (a.family == booleanFamily) != (b.family == booleanFamily) && a.isNumber() && b.isNumber()
}

// across converts from one family into another.
func (t sizedType) across(to sizedType) Conversion {
	switch {
	case t.family == integerFamily && to.family == decimalFamily:
		return isLossless(to.whole() >= t.rank)
	case t.family == integerFamily && to.family == floatFamily:
		return isLossless(t.rank <= 10 && to.rank == 8)
	case t.family == dateFamily && to.family == timestampFamily:
		return Lossless
	case t.family == textFamily, t.isNumber() && to.isNumber():
		return Risky
	case t.family == timestampFamily && (to.family == dateFamily || to.family == timeFamily):
		return Risky
	default:
		return Impossible
	}
}

func isLossless(yes bool) Conversion {
	if yes {
		return Lossless
	}
	return Risky
}

// isNumber reports whether the type is numeric. BOOLEAN is, because it can be converted to and from numbers.
func (t sizedType) isNumber() bool { return t.family >= integerFamily && t.family <= booleanFamily }

// intoText converts to text, whose length may be limited.
func (t sizedType) intoText(to sizedType) Conversion {
	if len(to.sizes) == 0 {
		return Lossless
	}
	return isLossless(t.family == textFamily && len(t.sizes) > 0 && t.sizes[0] <= to.sizes[0])
}

// within converts inside a family.
func (t sizedType) within(to sizedType) Conversion {
	switch t.family {
	case decimalFamily:
		return isLossless(to.whole() >= t.whole() && to.scale() >= t.scale() && (len(to.sizes) == 0 || len(t.sizes) > 0))
	case integerFamily, floatFamily:
		return isLossless(to.rank >= t.rank)
	case timestampFamily, timeFamily:
		return Risky // time zones and fractions of seconds
	default:
		return Lossless
	}
}

// unlimited is the number of digits of a number without a stated precision.
const unlimited = 1000

// whole returns the number of digits of a decimal before the point.
func (t sizedType) whole() int {
	if len(t.sizes) == 0 {
		return unlimited
	}
	return t.sizes[0] - t.scale()
}

func (t sizedType) scale() int {
	switch {
	case len(t.sizes) == 0:
		return unlimited
	case len(t.sizes) == 1:
		return 0
	default:
		return t.sizes[1]
	}
}
