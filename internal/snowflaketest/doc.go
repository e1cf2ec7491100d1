// Package snowflaketest provides connections to Snowflake to tests. It is for tests only.
//
// MILLRACE_TEST_FAKESNOW contains the URL of a fakesnow server, which answers as Snowflake does for a part of it; test/with-fakesnow
// starts one and sets the variable. MILLRACE_TEST_SNOWFLAKE contains the address of a real account, in the notation of Snowflake's Go
// driver: user:password@organization-account/database?warehouse=w&role=r. A test that needs one of them is skipped, with a message, if
// there is none. If MILLRACE_TEST_FAKESNOW_REQUIRED is 1, it fails instead.
//
// The package starts no server, and connects to none.
package snowflaketest
