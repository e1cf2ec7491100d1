package sqltext

// takesStage reports whether @name after the word is a stage of Snowflake.
func takesStage(k keyword) bool {
	switch k {
	case kwFrom, kwJoin, kwInto, kwTable, kwPut, kwGet, kwList, kwLs, kwRemove, kwRm:
		return true
	default:
		return false
	}
}

// isReserved reports whether the word cannot be a column, because it begins or continues another construct.
func isReserved(k keyword) bool {
	switch k {
	case kwSelect, kwFrom, kwWhere, kwGroup, kwHaving, kwOrder, kwUnion, kwIntersect, kwExcept, kwLimit, kwOn, kwJoin,
		kwWhen, kwThen, kwElse, kwAs, kwAnd, kwOr, kwIn, kwIs, kwLike, kwBetween, kwInto, kwWith, kwUsing, kwBy:
		return true
	default:
		return false
	}
}

// followsOperand reports whether the word can follow an operand, so that it does not begin one.
func followsOperand(k keyword) bool {
	switch k {
	case kwAsc, kwDesc, kwNulls, kwIlike, kwRlike, kwRegexp, kwGlob, kwSimilar, kwEscape, kwCollate, kwIsnull, kwNotnull, kwDiv, kwXor, kwMod,
		kwOverlaps, kwAt, kwEnd, kwOver, kwFilter, kwWithin, kwIgnore, kwRespect, kwRows, kwRange, kwGroups:
		return true
	default:
		return false
	}
}

// beginsClause reports whether a clause begins with the word, or the next part of a set operation.
func beginsClause(k keyword) bool {
	switch k {
	case kwFrom, kwWhere, kwGroup, kwHaving, kwQualify, kwWindow, kwOrder, kwLimit, kwOffset, kwFetch, kwUnion, kwIntersect,
		kwExcept, kwInto, kwFor, kwUsing, kwStart, kwConnect:
		return true
	default:
		return false
	}
}

// endsItem reports whether the word after an expression continues the query and is not an alias.
func endsItem(k keyword) bool {
	switch k {
	case kwQualify, kwWindow, kwOffset, kwFetch, kwFor, kwInner, kwLeft, kwRight, kwFull, kwCross, kwNatural:
		return true
	default:
		return isReserved(k)
	}
}

// endsRelation reports whether the word after a relation continues the query and is not an alias.
func endsRelation(k keyword) bool {
	switch k {
	case kwLateral, kwPivot, kwUnpivot, kwTablesample, kwMatchRecognize, kwOuter:
		return true
	default:
		return endsItem(k)
	}
}

// mayEndRelation is endsRelation for words that are also common names: they count only if the next word or mark fits.
func mayEndRelation(k keyword, next lexeme) bool {
	switch k {
	case kwAt, kwBefore, kwChanges, kwMatchCondition:
		return next.op == '('
	case kwSample:
		return next.op == '(' || next.kind == Word && !endsRelation(next.word)
	case kwAsof, kwSemi, kwAnti, kwPositional, kwDirected:
		return next.word == kwJoin || next.word == kwLeft
	case kwStart:
		return next.word == kwWith
	case kwConnect:
		return next.word == kwBy
	case kwMinus:
		return next.op == '(' || next.word == kwSelect || next.word == kwAll || next.word == kwFrom || next.word == kwValues
	default:
		return endsRelation(k)
	}
}
