package scim

import "net/http"

// The limits of requests.
const (
	maxBody       = 1 << 20
	maxResults    = 200
	defaultCount  = 100
	maxOperations = 1000
	maxValues     = 10_000 // of a multi-valued attribute in a request
	maxText       = 1000
)

// serviceProviderConfig says what this service supports.
func (s *Service) serviceProviderConfig() object {
	off := object{"supported": false}
	return object{
		"schemas":        []any{providerSchema},
		"patch":          object{"supported": true},
		"bulk":           object{"supported": false, "maxOperations": 0, "maxPayloadSize": 0},
		"filter":         object{"supported": true, "maxResults": maxResults},
		"changePassword": off,
		"sort":           off,
		"etag":           object{"supported": true},
		"authenticationSchemes": []any{object{
			"type": "oauthbearertoken", "name": "SCIM token", "primary": true,
			"description": "A token that an administrator of the organization creates with `millrace scim-token create`.",
		}},
		"meta": object{"resourceType": "ServiceProviderConfig", "location": s.location("/ServiceProviderConfig")},
	}
}

func (s *Service) resourceTypes() []object {
	var all []object
	for _, t := range []*resourceType{&userType, &groupType} {
		all = append(all, object{
			"schemas": []any{resourceTypeSchema}, "id": t.name, "name": t.name, "endpoint": t.endpoint, "description": t.description,
			"schema": t.schema, "meta": object{"resourceType": "ResourceType", "location": s.location("/ResourceTypes/" + t.name)},
		})
	}
	return all
}

func (s *Service) schemas() []object {
	var all []object
	for _, t := range []*resourceType{&userType, &groupType} {
		all = append(all, object{
			"schemas": []any{schemaSchema}, "id": t.schema, "name": t.name, "description": t.description, "attributes": t.attributes,
			"meta": object{"resourceType": "Schema", "location": s.location("/Schemas/" + t.schema)},
		})
	}
	return all
}

// discover responds to the requests by which a client learns what this service supports.
func (s *Service) discover(r *http.Request, resource, id string) (Response, error) {
	if r.Method != http.MethodGet {
		return Response{}, wrongMethod(r.Method)
	}
	if resource == "ServiceProviderConfig" {
		if id != "" {
			return Response{}, NotFound(resource, id)
		}
		return ok(s.serviceProviderConfig()), nil
	}
	if r.URL.Query().Has("filter") {
		return Response{}, forbiddenFilter()
	}
	all := s.resourceTypes()
	if resource == "Schemas" {
		all = s.schemas()
	}
	if id == "" {
		return ok(listOf(all, len(all), 1)), nil
	}
	for _, one := range all {
		if one["id"] == id {
			return ok(one), nil
		}
	}
	return Response{}, NotFound(resource, id)
}
