package dev.payonce.testsupport;

import io.quarkus.test.common.WithTestResource;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The test application runs on a real MariaDB and a real Redis, which all classes of a test run share; see {@link Stores}. */
@WithTestResource(StoresResource.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface WithStores {}
