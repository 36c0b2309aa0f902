/**
 * Inline script of the head: sets `dark` and `data-session` on the root element, so that neither the wrong theme nor login links flash,
 * and the `theme-color` meta, which React would duplicate when it has changed before hydration.
 */
export const beforePaint = `(function(){var r=document.documentElement,m=document.createElement("meta"),d,t;try{d=localStorage.getItem("darkMode");t=localStorage.getItem("userToken")}catch(e){}
if(d==="true"||d!=="false"&&matchMedia("(prefers-color-scheme: dark)").matches)r.classList.add("dark");
m.name="theme-color";m.content=r.classList.contains("dark")?"#150e10":"#f8f1e4";document.head.append(m);
if(t)r.dataset.session="yes"})()`;
