/** Rules about bundles and code objects, wherever they lie. */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.model.verify.code;
