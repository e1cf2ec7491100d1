package jinja

import (
	"math"
	"math/big"
	"math/bits"
	"strings"
)

// arithmetic is left op right for +, -, *, /, //, % and **.
func arithmetic(op tokenKind, left, right Value, r *render) (Value, error) {
	if isNumber(left) && isNumber(right) {
		if left.isFloat() || right.isFloat() {
			return floatArithmetic(op, asFloat(left), asFloat(right))
		}
		return intArithmetic(op, left.integer(), right.integer())
	}
	if format, ok := left.text(); ok && op == tokenMod {
		return formatPercent(format, right, r)
	}
	var v Value
	var ok bool
	var err error
	switch op {
	case tokenAdd:
		v, ok, err = addSequences(left, right, r)
	case tokenMul:
		v, ok, err = repeat(left, right, r)
	default:
	}
	if !ok && err == nil {
		err = operandError(op, left, right)
	}
	return v, err
}

func operandError(op tokenKind, left, right Value) error {
	if _, ok := left.text(); ok && op == tokenAdd {
		return &Error{
			Kind:    TypeError,
			Message: `can only concatenate str (not "` + right.typeName() + `") to str`,
			Hint:    "use ~ to concatenate texts",
		}
	}
	symbol := op.String()
	if op == tokenPow {
		symbol = "** or pow()"
	}
	return typeError("unsupported operand type(s) for %s: %s and %s", symbol, quoted(left.typeName()), quoted(right.typeName()))
}

// asFloat returns a number as a float.
func asFloat(v Value) float64 {
	if v.isFloat() {
		return v.float()
	}
	return float64(v.integer())
}

func addSequences(left, right Value, r *render) (Value, bool, error) {
	if s, ok := left.text(); ok {
		t, ok := right.text()
		if !ok {
			return Value{}, false, nil
		}
		err := r.makeText(len(s) + len(t))
		if err != nil {
			return Value{}, false, err
		}
		return String(s + t), true, nil
	}
	if left.Kind() != right.Kind() {
		return Value{}, false, nil
	}
	switch left.ref.(type) {
	case *list:
		items, err := concatenate(sequence(left), sequence(right), r)
		return NewList(items...), true, err
	case *tuple:
		items, err := concatenate(sequence(left), sequence(right), r)
		return NewTuple(items...), true, err
	default:
		return Value{}, false, nil
	}
}

func concatenate(a, b []Value, r *render) ([]Value, error) {
	if err := r.makeItems(len(a) + len(b)); err != nil {
		return nil, err
	}
	return append(append(make([]Value, 0, len(a)+len(b)), a...), b...), nil
}

// repeat returns a sequence times a number, in either order.
func repeat(left, right Value, r *render) (Value, bool, error) {
	if !right.isInt() && !right.isBool() {
		left, right = right, left
	}
	if !right.isInt() && !right.isBool() {
		return Value{}, false, nil
	}
	times := max(right.integer(), 0)
	if s, ok := left.text(); ok {
		if err := r.makeTexts(times, len(s)); err != nil {
			return Value{}, false, err
		}
		return String(strings.Repeat(s, int(times))), true, nil
	}
	switch left.ref.(type) {
	case *list:
		items, err := repeatItems(sequence(left), times, r)
		return NewList(items...), true, err
	case *tuple:
		items, err := repeatItems(sequence(left), times, r)
		return NewTuple(items...), true, err
	default:
		return Value{}, false, nil
	}
}

func repeatItems(items []Value, times int64, r *render) ([]Value, error) {
	if len(items) == 0 || times == 0 {
		return nil, nil
	}
	high, total := bits.Mul64(uint64(len(items)), uint64(times)) //nolint:gosec // times is not negative
	if high != 0 || total > math.MaxInt32 {
		return nil, itemsError()
	}
	if err := r.makeItems(int(total)); err != nil {
		return nil, err
	}
	out := make([]Value, 0, total)
	for range times {
		out = append(out, items...)
	}
	return out, nil
}

func overflowError() error {
	return &Error{Kind: ArithmeticError, Message: "integer overflow", Hint: "whole numbers have 64 bits here; use a float"}
}

func zeroError(what string) error { return failure(ArithmeticError, "%s", what) }

func intArithmetic(op tokenKind, a, b int64) (Value, error) {
	switch op {
	case tokenAdd:
		sum := a + b
		if (a > 0) == (b > 0) && (sum > 0) != (a > 0) && a != 0 && b != 0 {
			return Value{}, overflowError()
		}
		return Int(sum), nil
	case tokenSub:
		difference := a - b
		if (a < b) != (difference < 0) {
			return Value{}, overflowError()
		}
		return Int(difference), nil
	case tokenMul:
		return multiply(a, b)
	case tokenDiv:
		return divide(a, b)
	case tokenFloorDiv, tokenMod:
		return divideFloor(op, a, b)
	default:
		return power(a, b)
	}
}

func multiply(a, b int64) (Value, error) {
	product := a * b
	if a != 0 && (product/a != b || a == -1 && b == math.MinInt64) {
		return Value{}, overflowError()
	}
	return Int(product), nil
}

// divide is exact before it is rounded, as in Python.
func divide(a, b int64) (Value, error) {
	if b == 0 {
		return Value{}, zeroError("division by zero")
	}
	const exact = 1 << 53
	if a <= exact && a >= -exact && b <= exact && b >= -exact {
		return Float(float64(a) / float64(b)), nil
	}
	f, _ := big.NewRat(a, b).Float64()
	return Float(f), nil
}

// divideFloor rounds towards negative infinity, and the remainder has the sign of the divisor.
func divideFloor(op tokenKind, a, b int64) (Value, error) {
	if b == 0 {
		return Value{}, zeroError("integer division or modulo by zero")
	}
	if a == math.MinInt64 && b == -1 {
		if op == tokenMod {
			return Int(0), nil
		}
		return Value{}, overflowError()
	}
	quotient, remainder := a/b, a%b
	if remainder != 0 && (remainder < 0) != (b < 0) {
		quotient--
		remainder += b
	}
	if op == tokenMod {
		return Int(remainder), nil
	}
	return Int(quotient), nil
}

func power(base, exponent int64) (Value, error) {
	if exponent < 0 {
		return floatArithmetic(tokenPow, float64(base), float64(exponent))
	}
	result := Int(1)
	square := Int(base)
	var err error
	for {
		if exponent&1 == 1 {
			if result, err = multiply(result.integer(), square.integer()); err != nil {
				return Value{}, err
			}
		}
		if exponent >>= 1; exponent == 0 {
			return result, nil
		}
		if square, err = multiply(square.integer(), square.integer()); err != nil {
			return Value{}, err
		}
	}
}

func floatArithmetic(op tokenKind, a, b float64) (Value, error) {
	switch op {
	case tokenAdd:
		return Float(a + b), nil
	case tokenSub:
		return Float(a - b), nil
	case tokenMul:
		return Float(a * b), nil
	case tokenPow:
		return floatPower(a, b)
	default:
		return floatDivision(op, a, b)
	}
}

func floatDivision(op tokenKind, a, b float64) (Value, error) {
	if b == 0 {
		return Value{}, zeroError("float division by zero")
	}
	if op == tokenDiv {
		return Float(a / b), nil
	}
	quotient, remainder := floatDivmod(a, b)
	if op == tokenMod {
		return Float(remainder), nil
	}
	return Float(quotient), nil
}

// floatDivmod rounds the quotient down; the remainder has the sign of the divisor.
func floatDivmod(a, b float64) (quotient, remainder float64) {
	remainder = math.Mod(a, b)
	quotient = (a - remainder) / b
	if remainder != 0 {
		if (b < 0) != (remainder < 0) {
			remainder += b
			quotient--
		}
	} else {
		remainder = math.Copysign(0, b)
	}
	if quotient == 0 {
		return math.Copysign(0, a/b), remainder
	}
	floor := math.Floor(quotient)
	if quotient-floor > 0.5 {
		floor++
	}
	return floor, remainder
}

func floatPower(a, b float64) (Value, error) {
	if a == 0 && b < 0 {
		return Value{}, zeroError("0.0 cannot be raised to a negative power")
	}
	if a < 0 && b != math.Trunc(b) && !math.IsInf(a, 0) && !math.IsInf(b, 0) {
		return Value{}, failure(ArithmeticError, "a negative number to a power that is not whole is complex, which is not supported")
	}
	result := math.Pow(a, b)
	if math.IsInf(result, 0) && !math.IsInf(a, 0) && !math.IsInf(b, 0) {
		return Value{}, failure(ArithmeticError, "numerical result out of range")
	}
	return Float(result), nil
}

// signed is -v or +v.
func signed(op tokenKind, v Value) (Value, error) {
	negative := op == tokenSub
	switch v.scalar() {
	case KindFloat:
		if negative {
			return Float(-v.float()), nil
		}
		return v, nil
	case KindInt, KindBool:
		if !negative {
			return Int(v.integer()), nil
		}
		if v.integer() == math.MinInt64 {
			return Value{}, overflowError()
		}
		return Int(-v.integer()), nil
	default:
		return Value{}, typeError("bad operand type for unary %s: %s", op, quoted(v.typeName()))
	}
}
