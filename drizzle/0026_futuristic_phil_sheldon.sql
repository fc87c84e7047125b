CREATE INDEX "directory_employers_any_key" ON "directory_employers" USING btree ("key");--> statement-breakpoint
CREATE INDEX "directory_employers_any_alias" ON "directory_employers" USING btree ("alias_key");--> statement-breakpoint
CREATE INDEX "directory_employers_any_domain" ON "directory_employers" USING btree ("domain");