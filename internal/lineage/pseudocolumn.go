package lineage

import "strings"

// isPseudoColumn reports whether an engine may understand an unquoted name that is not a column: a constant value, a
// hidden column, or a keyword that functions accept without quotes.
func isPseudoColumn(name string) bool {
	upper := strings.ToUpper(name)
	if strings.HasPrefix(upper, "METADATA$") || strings.HasPrefix(upper, "$") {
		return true
	}
	return pseudoColumns[upper]
}

var pseudoColumns = map[string]bool{
	"CURRENT_DATE": true, "CURRENT_TIME": true, "CURRENT_TIMESTAMP": true, "LOCALTIME": true, "LOCALTIMESTAMP": true,
	"CURRENT_USER": true, "SESSION_USER": true, "USER": true, "CURRENT_ROLE": true, "CURRENT_CATALOG": true,
	"CURRENT_SCHEMA": true, "CURRENT_DATABASE": true, "CURRENT_WAREHOUSE": true, "SYSDATE": true, "SYSTIMESTAMP": true,
	"ROWID": true, "ROWNUM": true, "LEVEL": true, "CTID": true, "XMIN": true, "XMAX": true, "TABLEOID": true,
	"FILENAME": true, "FILE_ROW_NUMBER": true, "DEFAULT": true, "EXCLUDED": true,

	"YEAR": true, "YEARS": true, "QUARTER": true, "QUARTERS": true, "MONTH": true, "MONTHS": true, "WEEK": true,
	"WEEKS": true, "DAY": true, "DAYS": true, "HOUR": true, "HOURS": true, "MINUTE": true, "MINUTES": true,
	"SECOND": true, "SECONDS": true, "MILLISECOND": true, "MILLISECONDS": true, "MICROSECOND": true,
	"MICROSECONDS": true, "NANOSECOND": true, "NANOSECONDS": true, "EPOCH": true, "CENTURY": true, "DECADE": true,
	"DOW": true, "DOY": true, "DAYOFWEEK": true, "DAYOFYEAR": true, "DAYOFMONTH": true, "WEEKOFYEAR": true,
	"ISODOW": true, "ISOYEAR": true, "WEEKISO": true, "DAYOFWEEKISO": true, "YEAROFWEEK": true, "YEAROFWEEKISO": true,
	"YYYY": true, "YY": true, "QQ": true, "MM": true, "WK": true, "DD": true, "HH": true, "MI": true, "SS": true,
	"MS": true, "US": true, "NS": true,
}
