/** Rules about host binaries: what they have of device code, and whether they load. */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.model.verify.host;
