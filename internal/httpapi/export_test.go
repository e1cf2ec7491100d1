package httpapi

// What the tests beside this package look at from close by.
var (
	CheckPath        = checkPath
	CheckPermissions = checkPermissions
	EnvironmentsKey  = environmentsKey
	WithoutSecrets   = withoutSecrets
)
