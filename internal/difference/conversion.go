package difference

import (
	"strconv"
	"strings"
)

// conversion says what becomes of values that get another type.
type conversion int

const (
	lossless   conversion = iota // every value fits
	risky                        // values may not fit, or lose something
	impossible                   // no value can be converted
)

// family is what a type is for.
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

// familyOf reads the words of engines for types.
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
	rank   int // of whole numbers and fractions: the more, the wider
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

// rankOf is how many decimal digits a whole number of a type has at most, or how many bytes a fraction.
func rankOf(word string) int {
	return map[string]int{
		"TINYINT": 3, "SMALLINT": 5, "INTEGER": 10, "INT": 10, "BIGINT": 19, "HUGEINT": 39,
		"FLOAT": 4, "REAL": 4, "DOUBLE": 8, "DOUBLE PRECISION": 8,
	}[word]
}

// convert says what becomes of values that get another type. Both are words of the engine.
func convert(from, to string) conversion {
	a, b := readType(from), readType(to)
	switch {
	case b.family == otherFamily || a.family == otherFamily:
		return risky
	case b.family == textFamily:
		return a.intoText(b)
	case a.family == b.family:
		return a.within(b)
	default:
		return a.across(b)
	}
}

// across converts from one family into another.
func (t sizedType) across(to sizedType) conversion {
	switch {
	case t.family == integerFamily && to.family == decimalFamily:
		return isLossless(to.whole() >= t.rank)
	case t.family == integerFamily && to.family == floatFamily:
		return isLossless(t.rank <= 10 && to.rank == 8)
	case t.family == dateFamily && to.family == timestampFamily:
		return lossless
	case t.family == textFamily, t.isNumber() && to.isNumber():
		return risky
	case t.family == timestampFamily && (to.family == dateFamily || to.family == timeFamily):
		return risky
	default:
		return impossible
	}
}

func isLossless(yes bool) conversion {
	if yes {
		return lossless
	}
	return risky
}

// isNumber counts truth as a number: it can be converted to and from one.
func (t sizedType) isNumber() bool { return t.family >= integerFamily && t.family <= booleanFamily }

// intoText converts to text, which may be of limited length.
func (t sizedType) intoText(to sizedType) conversion {
	if len(to.sizes) == 0 {
		return lossless
	}
	return isLossless(t.family == textFamily && len(t.sizes) > 0 && t.sizes[0] <= to.sizes[0])
}

// within converts inside of a family.
func (t sizedType) within(to sizedType) conversion {
	switch t.family {
	case decimalFamily:
		return isLossless(to.whole() >= t.whole() && to.scale() >= t.scale() && (len(to.sizes) == 0 || len(t.sizes) > 0))
	case integerFamily, floatFamily:
		return isLossless(to.rank >= t.rank)
	case timestampFamily, timeFamily:
		return risky // time zones and fractions of seconds
	default:
		return lossless
	}
}

// unlimited is how many digits a number without a stated precision has.
const unlimited = 1000

// whole is how many digits a decimal has ahead of the point.
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
