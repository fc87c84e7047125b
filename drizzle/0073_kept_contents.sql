-- What a person kept from an upgrade is the content of that job: what its feed corrects later goes. The version stood here.
UPDATE "hold_subjects" k SET "fingerprint" = l."fingerprint" FROM "publications" p JOIN "listings" l ON l."id" = p."listing_id"
WHERE k."decision" = 'kept' AND k."op" = 'show' AND p."id" = k."publication_id";
