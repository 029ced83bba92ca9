/** The folder that runs: modules linked to a Java runtime, caches for fast starts, the launcher. */
@NullMarked
package org.kpackworkbench.installers.runtime;

import org.jspecify.annotations.NullMarked;
