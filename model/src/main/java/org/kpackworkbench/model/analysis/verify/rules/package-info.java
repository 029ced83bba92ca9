/**
 * Rules about artifacts and trees: manifests, what may be in which artifact, names, and whether
 * marker, search path and archives agree.
 */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.model.analysis.verify.rules;
