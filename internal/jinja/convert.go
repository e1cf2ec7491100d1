package jinja

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// toText is Python's str(v), within the limits of the render.
func toText(v Value, r *render) (string, error) {
	v = v.forced()
	if s, ok := v.text(); ok {
		return s, nil
	}
	p := printer{max: math.MaxInt}
	if r != nil {
		p.max = r.limits.Output
	}
	p.str(v)
	r.charge(p.steps())
	return string(p.out), p.err
}

// given reports whether an optional argument was passed.
func given(v Value) bool { return v.ref != nil }

// toInt returns an integer or Python's error.
func toInt(v Value) (int, error) {
	switch {
	case v.isInt(), v.isBool():
		return int(v.integer()), nil
	case v.IsUndefined():
		return 0, undefinedError(v)
	default:
		return 0, typeError("%s object cannot be interpreted as an integer", quoted(v.typeName()))
	}
}

// intOr is toInt of an argument that may be left out.
func intOr(v Value, otherwise int) (int, error) {
	if !given(v) {
		return otherwise, nil
	}
	return toInt(v)
}

// textArgument returns a text or a complaint that names the function.
func textArgument(v Value, function string) (string, error) {
	s, ok := v.forced().text()
	switch {
	case ok:
		return s, nil
	case v.IsUndefined():
		return "", undefinedError(v)
	default:
		return "", typeError("%s() argument must be str, not %s", function, v.typeName())
	}
}

// parseInt parses an integer as Python's int(text, base) does.
func parseInt(text string, base int) (int64, error) {
	if base != 0 && (base < 2 || base > 36) {
		return 0, valueError("int() base must be >= 2 and <= 36, or 0")
	}
	digits := strings.TrimFunc(text, isSpace)
	sign := ""
	if strings.HasPrefix(digits, "-") || strings.HasPrefix(digits, "+") {
		sign, digits = digits[:1], digits[1:]
	}
	used, digits := withoutPrefix(digits, base)
	if used == 0 || !areDigits(digits) {
		return 0, valueError("invalid literal for int() with base %d: %s", base, quoted(text))
	}
	n, err := strconv.ParseInt(sign+strings.ReplaceAll(digits, "_", ""), used, 64)
	if errors.Is(err, strconv.ErrRange) {
		return 0, overflowError()
	}
	if err != nil {
		return 0, valueError("invalid literal for int() with base %d: %s", base, quoted(text))
	}
	return n, nil
}

// withoutPrefix cuts 0x, 0o or 0b off and returns the base that the digits are in, or 0 when they cannot be.
func withoutPrefix(digits string, base int) (used int, rest string) {
	if len(digits) > 2 && digits[0] == '0' {
		if found := prefixBase(digits[1]); found != 0 && (base == 0 || base == found) {
			return found, strings.TrimPrefix(digits[2:], "_")
		}
	}
	if base != 0 {
		return base, digits
	}
	if strings.HasPrefix(digits, "0") && strings.Trim(digits, "0_") != "" {
		return 0, digits // 012 may mean 10 or 12
	}
	return 10, digits
}

// areDigits reports whether the text begins and ends with a digit, and underscores are alone.
func areDigits(s string) bool {
	return s != "" && s[0] != '_' && s[0] != '-' && s[0] != '+' && s[len(s)-1] != '_' && !strings.Contains(s, "__")
}

func prefixBase(c byte) int {
	switch c | 0x20 {
	case 'x':
		return 16
	case 'o':
		return 8
	case 'b':
		return 2
	default:
		return 0
	}
}

// parseFloat reads a number as Python's float(text) does.
func parseFloat(text string) (float64, error) {
	s := strings.ToLower(strings.TrimFunc(text, isSpace))
	bad := valueError("could not convert string to float: %s", quoted(text))
	if strings.Trim(s, "+-0123456789._einfaty") != "" || !underscoresBetweenDigits(s) {
		return 0, bad
	}
	f, err := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64)
	if err != nil && !math.IsInf(f, 0) {
		return 0, bad
	}
	return f, nil
}

func underscoresBetweenDigits(s string) bool {
	for i := range len(s) {
		if s[i] == '_' && (i == 0 || i == len(s)-1 || !isDigit(s[i-1]) || !isDigit(s[i+1])) {
			return false
		}
	}
	return true
}

// floatToInt is Python's int(f).
func floatToInt(f float64) (int64, error) {
	switch {
	case math.IsNaN(f):
		return 0, valueError("cannot convert float NaN to integer")
	case math.IsInf(f, 0):
		return 0, failure(ArithmeticError, "cannot convert float infinity to integer")
	case f >= 1<<63 || f < -1<<63:
		return 0, overflowError()
	default:
		return int64(f), nil
	}
}
