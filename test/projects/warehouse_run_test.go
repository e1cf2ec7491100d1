package projects_test

import (
	"testing"

	"github.com/millrace/millrace/internal/compiler"
)

// TestWarehouseRuns creates and loads the whole warehouse on DuckDB, then changes its sources and loads it again,
// because reviewed SQL must also work.
func TestWarehouseRuns(t *testing.T) {
	t.Parallel()
	c := compile(t, "warehouse", compiler.Options{})
	e := openEngine(t)
	e.script(t, "testdata/warehouse.setup.sql")
	e.templates(t, c, createOf)
	e.templates(t, c, runOf)

	e.want(t, `SELECT COUNT(*) FROM harbour.core."FCT_TRIP"`, "3") // one is not finished, one is too short
	e.want(t, `SELECT "STATION_NAME" FROM harbour.core."DIM_STATION" WHERE "STATION_ID" = 1`, "Quay")
	e.want(t, `SELECT "REGION_NAME" FROM harbour.core."DIM_STATION" WHERE "STATION_ID" = 3`, "South, by the lighthouse")
	e.want(t, `SELECT COUNT(*) FROM harbour.stage."STG_BIKES"`, "3") // one of them is duplicate
	e.want(t, `SELECT "EMAIL" FROM harbour.core."DIM_RIDER" WHERE "RIDER_ID" = 100`, "a***@example.org")
	e.want(t, `SELECT "TARIFF_NAME" FROM harbour.mart."V_RIDERS" WHERE "RIDER_ID" = 101`, "rider's choice")
	e.want(t, `SELECT CAST(SUM("REVENUE") AS VARCHAR) FROM harbour.mart."V_REVENUE"`, "13.65")
	e.want(t, `SELECT "DAY_PART" FROM harbour.core."FCT_TRIP" WHERE "TRIP_ID" = 2000`, "evening")
	e.want(t, `SELECT "MINUTES_OPEN" FROM harbour.core."FCT_REPAIR" WHERE "REPAIR_ID" = 1`, "1740")
	e.want(t, `SELECT "ROWS_SEEN" FROM harbour.ops."AUD_TRIPS"`, "4")
	e.want(t, `SELECT "TAGS" FROM harbour.ops."LOG_LOADS"`, "nightly,rider's")

	e.script(t, "testdata/warehouse.change.sql")
	e.templates(t, c, runOf)

	e.want(t, `SELECT STRING_AGG("STATION_NAME" || "SYSTEM_CURRENT_FLAG" || "SYSTEM_VERSION", ' ' ORDER BY "SYSTEM_VERSION")
		FROM harbour.core."DIM_STATION" WHERE "STATION_ID" = 2`, "MarketN1 Market SquareY2")
	e.want(t, `SELECT COUNT(*) FROM harbour.core."DIM_STATION"`, "4")
	e.want(t, `SELECT STRING_AGG("TARIFF_CODE", ' ' ORDER BY "SYSTEM_VERSION") FROM harbour.core."DIM_RIDER" WHERE "RIDER_ID" = 102`, "NONE YEAR")
	e.want(t, `SELECT "STATUS" FROM harbour.core."DIM_BIKE" WHERE "BIKE_ID" = 12`, "rented")
	e.want(t, `SELECT COUNT(*) FROM harbour.core."DIM_BIKE" WHERE "BIKE_ID" = 12`, "1")
	e.want(t, `SELECT STRING_AGG("STATUS", ' ' ORDER BY "SYSTEM_VERSION") FROM harbour.core."SNAP_BIKES" WHERE "BIKE_ID" = 12`, "ready rented")
	e.want(t, `SELECT "SYSTEM_CURRENT_FLAG" FROM harbour.core."SNAP_BIKES" WHERE "BIKE_ID" = 11`, "N") // no longer in the source
	e.want(t, `SELECT COUNT(*) FROM harbour.stage."PSTG_BIKE_STATUS"`, "4")
	e.want(t, `SELECT COUNT(*) FROM harbour.core."FCT_TRIP"`, "4")
	e.want(t, `SELECT "DEPARTURES" FROM harbour.core."INC_STATION_DAYS" WHERE "STATION_ID" = 2 AND "TRIP_DAY" = '2024-02-03'`, "1")
	e.want(t, `SELECT CAST(SUM("TRIPS") AS VARCHAR) FROM harbour.core."INC_TRIP_HOURS"`, "5")
	e.want(t, `SELECT COUNT(*) FROM harbour.core."FCT_PAYMENT"`, "6") // has no business key, so rows are added
}
