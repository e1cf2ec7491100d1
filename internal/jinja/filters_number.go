package jinja

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

func filterAbs(in Value, args Arguments) (Value, error) {
	if err := args.bindTo(nil); err != nil {
		return Value{}, err
	}
	switch {
	case in.IsUndefined():
		return Value{}, typeError("bad operand type for abs(): 'Undefined'")
	case in.isFloat():
		return Float(math.Abs(in.float())), nil
	case isNumber(in) && in.integer() < 0:
		return signed(tokenSub, in)
	case isNumber(in):
		return Int(in.integer()), nil
	default:
		return Value{}, typeError("bad operand type for abs(): %s", quoted(in.typeName()))
	}
}

func filterInt(in Value, args Arguments) (Value, error) {
	var p [2]Value
	if err := args.bindTo(p[:], "default?", "base?"); err != nil {
		return Value{}, err
	}
	otherwise := p[0]
	if !given(otherwise) {
		otherwise = Int(0)
	}
	base, err := intOr(p[1], 10)
	if err != nil {
		return Value{}, err
	}
	switch {
	case in.IsUndefined():
		return Value{}, undefinedError(in)
	case in.isFloat():
		return numberOr(in, otherwise, floatToInt)
	case isNumber(in):
		return Int(in.integer()), nil
	}
	s, ok := in.text()
	if !ok {
		return otherwise, nil
	}
	args.render.charge(len(s) / dearText)
	n, err := parseInt(s, base)
	if err == nil {
		return Int(n), nil
	}
	if asError(err).Kind == ArithmeticError {
		return Value{}, err
	}
	f, err := parseFloat(s)
	if err != nil || math.IsInf(f, 0) {
		return otherwise, nil //nolint:nilerr // the default replaces a value that is not a number
	}
	return numberOr(Float(f), otherwise, floatToInt)
}

// numberOr converts a float; only NaN returns the default.
func numberOr(v, otherwise Value, convert func(float64) (int64, error)) (Value, error) {
	n, err := convert(v.float())
	if err != nil && asError(err).Kind == ValueError {
		return otherwise, nil
	}
	return Int(n), err
}

func filterFloat(in Value, args Arguments) (Value, error) {
	var p [1]Value
	if err := args.bindTo(p[:], "default?"); err != nil {
		return Value{}, err
	}
	otherwise := p[0]
	if !given(otherwise) {
		otherwise = Float(0)
	}
	switch {
	case in.IsUndefined():
		return Value{}, undefinedError(in)
	case isNumber(in):
		return Float(asFloat(in)), nil
	}
	if s, ok := in.text(); ok {
		args.render.charge(len(s) / dearText)
		if f, err := parseFloat(s); err == nil {
			return Float(f), nil
		}
	}
	return otherwise, nil
}

func filterRound(in Value, args Arguments) (Value, error) {
	var p [2]Value
	if err := args.bindTo(p[:], "precision?", "method?"); err != nil {
		return Value{}, err
	}
	precision, err := intOr(p[0], 0)
	if err != nil {
		return Value{}, err
	}
	method := "common"
	if given(p[1]) {
		method, _ = p[1].text()
	}
	if method != "common" && method != "ceil" && method != "floor" {
		return Value{}, failure(RuntimeError, "method must be common, ceil or floor")
	}
	switch {
	case in.IsUndefined():
		return Value{}, typeError("type Undefined doesn't define __round__ method")
	case !isNumber(in):
		return Value{}, typeError("type %s doesn't define __round__ method", in.typeName())
	case method != "common":
		return roundTowards(in, precision, method)
	case in.isFloat():
		return Float(roundFloat(in.float(), precision)), nil
	default:
		return roundInt(in.integer(), precision)
	}
}

func roundTowards(in Value, precision int, method string) (Value, error) {
	factor, err := arithmetic(tokenPow, Int(10), Int(int64(precision)), nil)
	if err != nil {
		return Value{}, err
	}
	scaled, err := arithmetic(tokenMul, in, factor, nil)
	if err != nil {
		return Value{}, err
	}
	if scaled.isFloat() {
		f := math.Floor(scaled.float())
		if method == "ceil" {
			f = math.Ceil(scaled.float())
		}
		n, err := floatToInt(f)
		if err != nil {
			return Value{}, err
		}
		scaled = Int(n)
	}
	return arithmetic(tokenDiv, scaled, factor, nil)
}

// roundFloat rounds the exact decimal value half to even, as Python does.
func roundFloat(f float64, precision int) float64 {
	if math.IsInf(f, 0) || math.IsNaN(f) || precision > 323 {
		return f
	}
	if precision >= 0 {
		rounded, err := strconv.ParseFloat(strconv.FormatFloat(f, 'f', precision, 64), 64)
		if err != nil {
			return f
		}
		return rounded
	}
	if precision < -308 {
		return math.Copysign(0, f)
	}
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(-precision)), nil)
	exact := new(big.Rat)
	exact.SetFloat64(math.Abs(f))
	exact.Quo(exact, new(big.Rat).SetInt(unit))
	rounded, err := strconv.ParseFloat(exact.FloatString(0), 64)
	if err != nil {
		return f
	}
	if isTie(exact) {
		rounded = 2 * math.Round(rounded/2-0.25)
	}
	result, _ := new(big.Rat).Mul(new(big.Rat).SetFloat64(rounded), new(big.Rat).SetInt(unit)).Float64()
	return math.Copysign(result, f)
}

// isTie reports whether a number is exactly between two integers.
func isTie(r *big.Rat) bool { return r.Denom().Cmp(big.NewInt(2)) == 0 }

// roundInt rounds to tens, hundreds and so on when the precision is negative, half to even.
func roundInt(n int64, precision int) (Value, error) {
	if precision >= 0 {
		return Int(n), nil
	}
	if precision < -18 {
		return Int(0), nil
	}
	unit := int64(1)
	for range -precision {
		unit *= 10
	}
	remainder := ((n % unit) + unit) % unit
	down := n - remainder
	if 2*remainder > unit || 2*remainder == unit && (down/unit)%2 != 0 {
		return intArithmetic(tokenAdd, down, unit)
	}
	return Int(down), nil
}

func filterFilesizeformat(in Value, args Arguments) (Value, error) {
	var p [1]Value
	if err := args.bindTo(p[:], "binary?"); err != nil {
		return Value{}, err
	}
	if in.IsUndefined() {
		return Value{}, undefinedError(in)
	}
	size, err := sizeOf(in)
	if err != nil {
		return Value{}, err
	}
	base, units := 1000.0, "kB MB GB TB PB EB ZB YB"
	if p[0].Truth() {
		base, units = 1024, "KiB MiB GiB TiB PiB EiB ZiB YiB"
	}
	switch {
	case size == 1:
		return String("1 Byte"), nil
	case size < base:
		n, err := floatToInt(size)
		return String(fmt.Sprintf("%d Bytes", n)), err
	}
	unit := base
	name := ""
	for name = range strings.SplitSeq(units, " ") {
		if unit *= base; size < unit {
			break
		}
	}
	return String(fmt.Sprintf("%.1f %s", base*size/unit, name)), nil
}

func sizeOf(in Value) (float64, error) {
	if isNumber(in) {
		return asFloat(in), nil
	}
	if s, ok := in.text(); ok {
		return parseFloat(s)
	}
	return 0, typeError("float() argument must be a string or a real number, not %s", quoted(in.typeName()))
}
