/** Views of offload bundles and code objects, whatever kind of file they are in. */
package org.kpackworkbench.views.format.offload;
