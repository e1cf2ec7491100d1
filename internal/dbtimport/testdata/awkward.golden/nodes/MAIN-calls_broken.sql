@id("065d5e8b-427f-5a99-bc64-5c24554a74d0")
@nodeType("Stage")
@deployDisabled

select {{ broken(1) }} as x
