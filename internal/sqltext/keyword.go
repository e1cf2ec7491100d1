package sqltext

// keyword is a word that the readers recognize, in any case. Most keywords are names in some dialect, so the position
// decides whether a word is a keyword.
type keyword uint8

const (
	noKeyword keyword = iota

	// Words of clauses.
	kwSelect
	kwFrom
	kwWhere
	kwGroup
	kwBy
	kwHaving
	kwQualify
	kwWindow
	kwOrder
	kwLimit
	kwOffset
	kwFetch
	kwUnion
	kwIntersect
	kwExcept
	kwMinus
	kwWith
	kwRecursive
	kwValues
	kwDistinct
	kwAll
	kwTop
	kwAs
	kwInto
	kwFor
	kwStart
	kwConnect
	kwName
	kwMaterialized
	kwSearch
	kwCycle

	// Words of relations and joins.
	kwOn
	kwUsing
	kwJoin
	kwInner
	kwLeft
	kwRight
	kwFull
	kwOuter
	kwCross
	kwNatural
	kwAsof
	kwSemi
	kwAnti
	kwPositional
	kwDirected
	kwApply
	kwLateral
	kwTable
	kwOnly
	kwTablesample
	kwSample
	kwPivot
	kwUnpivot
	kwMatchRecognize
	kwMatchCondition
	kwAt
	kwBefore
	kwChanges
	kwOrdinality
	kwOf

	// Words of operators.
	kwAnd
	kwOr
	kwNot
	kwIs
	kwLike
	kwIlike
	kwRlike
	kwRegexp
	kwGlob
	kwSimilar
	kwTo
	kwBetween
	kwSymmetric
	kwAsymmetric
	kwIn
	kwEscape
	kwCollate
	kwIsnull
	kwNotnull
	kwOverlaps
	kwDiv
	kwXor
	kwMod
	kwPrior
	kwOperator
	kwJSON
	kwUnknown
	kwTime
	kwZone
	kwWithout
	kwLocal

	// Words of operands.
	kwNull
	kwTrue
	kwFalse
	kwCase
	kwWhen
	kwThen
	kwElse
	kwEnd
	kwInterval
	kwArray
	kwMap
	kwLambda

	// Words of calls.
	kwCast
	kwTryCast
	kwSafeCast
	kwExtract
	kwTrim
	kwBoth
	kwLeading
	kwTrailing
	kwCount
	kwColumns
	kwIf
	kwGrouping
	kwSets
	kwOver
	kwFilter
	kwWithin
	kwIgnore
	kwRespect
	kwNulls
	kwFirst
	kwLast
	kwAsc
	kwDesc
	kwSeparator
	kwPlacing
	kwPartition
	kwRows
	kwRange
	kwGroups

	// Words of stars.
	kwExclude
	kwReplace
	kwRename

	// Words of types.
	kwPrecision
	kwVarying
	kwUnsigned
	kwTimestamp

	// Words of scripts.
	kwBegin
	kwDeclare
	kwTransaction
	kwWork
	kwAtomic
	kwCreate
	kwLoop
	kwWhile
	kwRepeat

	// Words of stages.
	kwPut
	kwGet
	kwList
	kwLs
	kwRemove
	kwRm

	// kwDatePart is any name of a part of a date, kwNiladic any function that is called without parentheses.
	kwDatePart
	kwNiladic
)

// maxKeyword is the length of the longest word in the table.
const maxKeyword = 17

// keywordOf looks up a word.
func keywordOf(word string) keyword {
	if len(word) < 2 || len(word) > maxKeyword {
		return noKeyword
	}
	var upper [maxKeyword]byte
	for i := range len(word) {
		c := word[i]
		if c >= 'a' && c <= 'z' {
			c -= 'a' - 'A'
		}
		upper[i] = c
	}
	return keywords[string(upper[:len(word)])]
}
